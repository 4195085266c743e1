import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi, SectorSearch } from "#contract/charity/sectors";
import { portraitsApi } from "#contract/publishing/portraits";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { readList } from "~/lists/list-request";
import { publicMeta } from "~/search/public-meta";
import { SectorFaces } from "~/subjects/sectors/sector-faces";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { FindSector } from "./find-sector";
import { SectorList } from "./sector-list";

export const handle = {
  i18n: ["team"],
  cache: { on: ["team", "portrait"], unbounded: ["near"], evenEmpty: ["near"] },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { near } = readList(request, SectorSearch);
  const [{ items, nearest }, { items: portraits }] = await Promise.all([
    context.api.call(publicSectorsApi.directory, { query: { near } }),
    context.api.call(portraitsApi.list, { query: {} }),
  ]);
  return {
    near: new URL(request.url).searchParams.has("near") ? near : null,
    items,
    nearest,
    portraits,
    title: context.t("titles:/team"),
    description: items.length > 0 ? context.t("team:meta", { count: items.length }) : context.t("team:leadNone"),
  };
}

export default function Directory() {
  const { near, items, nearest, portraits } = useLoaderData<typeof loader>();
  const { t } = useTranslation("team");
  return (
    <main id="content">
      <DrawingSymbols names={["bike", "kit"]} />
      <div className="wrap">
        <PageHead title={t("h1")} lead={items.length > 0 ? t("lead", { count: items.length }) : t("leadNone")} />
        <FindSector near={near} nearest={nearest} sectors={items} />
        {items.length > 0 && <SectorList sectors={items} />}
      </div>
      <section className="mt-section bg-beige py-section" aria-labelledby="national">
        <div className="wrap grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_auto] lg:items-center">
          <div>
            <h2 id="national" className="title-section">
              {t("national.title")}
            </h2>
            <p className="mt-3 max-w-xl text-lg">{t("national.text")}</p>
          </div>
          <Drawing name="kit" className="w-32 max-lg:hidden sm:w-44" />
          {portraits.length > 0 && (
            <div className="lg:col-span-2">
              <SectorFaces portraits={portraits} />
            </div>
          )}
        </div>
      </section>
      <section className="wrap grid justify-items-start gap-5 py-section">
        <h2 className="title-page">{t("start.title")}</h2>
        <p className="max-w-xl text-lg">{t("start.text")}</p>
        <ButtonLink to="/contact?topic=volunteer">{t("start.cta")}</ButtonLink>
      </section>
    </main>
  );
}
