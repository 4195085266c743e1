import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { contactApi } from "#contract/charity/contact";
import { PressListQuery, pressApi } from "#contract/publishing/press";
import { listQuery } from "~/layouts/cache-rules";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { publicMeta } from "~/search/public-meta";
import { kitContents, readKit } from "~/subjects/press/kit.server";
import { Clippings, Featured } from "./clippings";
import { PressContact } from "./contact";
import { NoPiece, PressKinds } from "./kinds";
import { PressKit } from "./kit";

export const handle = {
  i18n: ["press"],
  header: "light",
  cache: { on: ["press", "team", "user", "article", "monthly_record", "day"], query: ["kind", "page"], unbounded: listQuery },
  dated: ["press", "monthly_record"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, PressListQuery);
  const [found, kit, { email }] = await Promise.all([
    context.api.call(pressApi.list, { query }),
    readKit(context).then(kitContents),
    context.api.call(contactApi.press),
  ]);
  const page = withinPages(request, found);
  const texts = { title: context.t("titles:/press"), description: context.t("press:meta") };
  return { filters: { kind: query.kind, q: query.q }, page, kit, email, ...texts };
}

export default function Press() {
  const { filters, page, kit, email } = useLoaderData<typeof loader>();
  const { t } = useTranslation("press");
  const featured = page.items.filter((item) => item.featured);
  const releases = page.items.filter(({ kind }) => kind === "release");
  const clippings = page.items.filter(({ kind }) => kind !== "release");
  return (
    <main id="content">
      <div className="wrap">
        <PageHead title={t("h1")} lead={t("lead")} />
      </div>
      <PressContact email={email} />
      <div className="wrap pt-section">
        <PressKit kit={kit} />
        <PressKinds kind={filters.kind} />
        <p className="muted pt-4" role="status">
          {t("count", { count: page.total })}
        </p>
        {page.items.length === 0 && <NoPiece narrowed={!!filters.kind || filters.q !== ""} />}
        {featured.length > 0 && <Featured title={t("featured.title")} items={featured} />}
        {releases.length > 0 && <Clippings title={t("releases.title")} items={releases} />}
        {clippings.length > 0 && <Clippings title={t("clippings.title")} items={clippings} />}
        <PageLinks page={page} className="pages" />
      </div>
    </main>
  );
}
