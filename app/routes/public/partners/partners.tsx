import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { spamGuardApi } from "#contract/api/spam-guard";
import { contactApi } from "#contract/charity/contact";
import { PartnerProposal } from "#contract/charity/partner-proposal";
import { partnerKinds, partnersApi } from "#contract/charity/partners";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { publicMeta } from "~/search/public-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { BecomePartner } from "./become-partner";
import { drawingOf, PartnerGroup } from "./partner-group";

export const handle = { i18n: ["partners"], cache: { on: ["partner"] } } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, t } = context;
  const [{ items }, { proof }] = await Promise.all([api.call(partnersApi.list, { query: {} }), api.call(spamGuardApi.proof)]);
  const rules = rulesOf({ proposal: PartnerProposal });
  return { items, proof, rules, title: t("titles:/partners"), description: t("partners:meta") };
}

/** A proposal is a message about partners; its first lines hold the fields that a message lacks. */
export function action(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  return submit(args, PartnerProposal, async ({ organisation, kind, phone, message, ...sender }) => {
    const facts = { organisation, kind: t(`partners:kind.${kind}`), phone };
    const lines = (["organisation", "kind", "phone"] as const).flatMap((name) => {
      const value = facts[name];
      return value ? [t("partners:form.line", { label: t(`partners:details.${name}`), value })] : [];
    });
    const body = { ...sender, topic: "partner" as const, copy: false, message: `${lines.join("\n")}\n\n${message}` };
    const { ticket } = await api.call(contactApi.send, { body });
    return { to: `/contact?sent=${ticket}` };
  });
}

export default function Partners() {
  const { items, proof } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
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
      <BecomePartner proof={proof} answer={answer} />
    </main>
  );
}
