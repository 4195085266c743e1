import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TestimonialQuery, testimonialsApi } from "#contract/publishing/testimonials";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/localized-text";

export const handle = {
  i18n: ["testimonials"],
  header: "light",
  cache: { on: ["testimonial"], query: ["page"] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context: { api, t, settings } }: LoaderFunctionArgs) {
  const query = readList(request, TestimonialQuery);
  return {
    page: withinPages(request, await api.call(testimonialsApi.all, { query })),
    title: t("titles:/testimonials"),
    description: t("testimonials:all.meta", { organisation: settings.organisation }),
  };
}

/** All that people wrote and let us publish. */
export default function Testimonials() {
  const { page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("testimonials");
  return (
    <main id="content" className="wrap pb-section">
      <PageHead title={t("all.h1")} lead={t("all.lead")} />
      {page.items.length === 0 ? (
        <p className="text-lg">{t("all.empty")}</p>
      ) : (
        <ul className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
          {page.items.map(({ id, initials, speaker, quote }) => (
            <li key={id} className="border-line border-t-2 pt-6">
              <figure className="wrap-anywhere">
                <blockquote className="quoted text-lg">
                  <LocalizedText of={quote} />
                </blockquote>
                <figcaption className="muted mt-4">
                  <b className="text-ink">{initials}</b> <LocalizedText of={speaker} mark />
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      <PageLinks page={page} className="pages" />
      <p className="mt-8">
        <ButtonLink to="/testimonials/send">{t("all.send")}</ButtonLink>
      </p>
    </main>
  );
}
