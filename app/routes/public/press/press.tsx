import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PressListQuery, pressApi, pressKinds } from "#contract/press";
import { listWords } from "~/cache/rules";
import { PageHead } from "~/layouts/site/page-head";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { readKit } from "~/press/kit.server";
import { publicMeta } from "~/search/public-meta";
import { Link } from "~/ui/link";
import { Pills } from "~/ui/pills";
import { Clippings } from "./clippings";
import { PressContact } from "./contact";
import { PressKit } from "./kit";

export const handle = {
  i18n: ["press"],
  header: "light",
  cache: { on: ["press", "team", "user", "article", "pledge", "monthly_record", "day"], query: ["kind", "page"], unbounded: listWords },
} as const;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, PressListQuery);
  const [found, kit] = await Promise.all([context.api.call(pressApi.list, { query }), readKit(context)]);
  const page = withinPages(request, found);
  return { kind: query.kind, page, kit: kit.version, title: context.t("titles:/press"), description: context.t("press:meta") };
}

export default function Press() {
  const { kind, page, kit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("press");
  const releases = page.items.filter((item) => item.kind === "release");
  const clippings = page.items.filter((item) => item.kind !== "release");
  const pill = (value?: (typeof pressKinds)[number]) => ({
    to: value ? `/press?kind=${value}` : "/press",
    label: t(`kind.${value ?? "all"}`),
    current: value === kind,
  });
  return (
    <main id="content">
      <div className="wrap">
        <PageHead title={t("h1")} lead={t("lead")} />
        <PressKit version={kit} />
        <Pills label={t("kinds")} links={[pill(), ...pressKinds.map(pill)]} />
        <p className="sr-only" role="status">
          {t("count", { count: page.total })}
        </p>
        {page.items.length === 0 && (
          <p className="py-16 text-lg">
            {t("empty")} <Link to="/press">{t("clear")}</Link>
          </p>
        )}
        {clippings.length > 0 && <Clippings title={t("clippings.title")} items={clippings} />}
        {releases.length > 0 && <Clippings title={t("releases.title")} items={releases} />}
        <PageLinks page={page} className="pages" />
      </div>
      <PressContact />
    </main>
  );
}
