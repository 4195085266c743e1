import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { partnerKinds, partnersApi } from "#contract/partners";
import { PageHead } from "~/layouts/site/page-head";
import { publicMeta } from "~/search/public-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { BecomePartner } from "./become-partner";
import { drawingOf, PartnerGroup } from "./partner-group";

export const handle = { i18n: ["partners"], cache: { on: ["partner"] } } as const;

export const meta = publicMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { items } = await context.api.call(partnersApi.list, { query: {} });
  return { items, title: context.t("titles:/partners"), description: context.t("partners:meta") };
}

export default function Partners() {
  const { items } = useLoaderData<typeof loader>();
  const { t } = useTranslation("partners");
  const groups = Map.groupBy(items, ({ kind }) => kind);
  const kinds = partnerKinds.filter((kind) => groups.has(kind));
  return (
    <main id="content">
      <DrawingSymbols names={kinds.map((kind) => drawingOf[kind])} />
      <div className="wrap">
        <PageHead title={t("h1")} lead={t("lead")} />
        {kinds.map((kind) => (
          <PartnerGroup key={kind} kind={kind} partners={groups.get(kind) ?? []} />
        ))}
        {items.length === 0 && <p className="py-16 text-lg">{t("empty")}</p>}
      </div>
      <BecomePartner />
    </main>
  );
}
