import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Token } from "#contract/api/mail-links";
import { sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { TestimonialText } from "./testimonial-fields";

export const handle = { i18n: ["testimonials"] } as const satisfies PageHandle;

export const meta = pageMeta;

const tokenOf = (request: Request) => Token.safeParse(new URL(request.url).searchParams.get("token")).data;

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const nothing = { state: "expired" as const, testimonial: null, withdrawnOn: null };
  const own = token ? await api.call(sentTestimonialsApi.own, { body: { token } }) : nothing;
  return { own, title: t("titles:/testimonials/withdraw") };
}

/** A POST withdraws the agreement: mail scanners only open links. */
export async function action({ request, context: { api } }: ActionFunctionArgs) {
  const token = tokenOf(request);
  if (!token) return redirect("/testimonials/withdraw", 303);
  await api.call(sentTestimonialsApi.withdraw, { body: { token } });
  return redirect(`/testimonials/withdraw?token=${token}`, 303);
}

export default function WithdrawTestimonial() {
  const { state, testimonial, withdrawnOn } = useLoaderData<typeof loader>().own;
  const { t } = useTranslation("testimonials");
  const { locale } = usePage();
  const date = withdrawnOn ? formatDate(locale, withdrawnOn, "full") : "";
  return (
    <main
      id="content"
      className="mx-auto grid w-full max-w-[47rem] justify-items-start gap-5 px-[var(--gutter)] pt-[clamp(2rem,5vw,4rem)] pb-section"
    >
      <h1 className="title-page">{t(`own.${state}.h1`)}</h1>
      <p className="text-lg" role={state === "used" ? "status" : undefined}>
        {testimonial?.onLine ? t("own.valid.onLine") : t(`own.${state}.lead`, { date })}
      </p>
      {testimonial ? (
        <TestimonialText testimonial={testimonial} />
      ) : (
        <p className="actions mt-2">
          <ButtonLink to="/">{t("own.home")}</ButtonLink>
          <ButtonLink variant="line" to="/contact">
            {t("own.contact")}
          </ButtonLink>
        </p>
      )}
    </main>
  );
}
