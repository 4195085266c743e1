import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pendingPerson } from "~/access/pending.server";
import { pageMeta } from "~/i18n/page-meta";
import { useRootData } from "~/root";
import { PendingPage } from "./pending-page";

export const handle = { i18n: ["pending"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role, isAccountValidated, extraData } = await pendingPerson(args, "/account/pending/validation");
  return {
    name: firstName,
    role,
    annual: isAccountValidated,
    team: extraData.team,
    title: args.context.t("titles:/account/pending/validation"),
  };
}

export default function PendingValidation() {
  const { name, role, annual, team } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const root = useRootData();
  if (annual) {
    return (
      <PendingPage title={t("validation.annual.h1", { name })} lead={t("validation.annual.lead", root?.settings.contact)} role={role}>
        <section className="rounded-2xl bg-sun p-7">
          <p>{t("validation.annual.more")}</p>
        </section>
      </PendingPage>
    );
  }
  return (
    <PendingPage title={t("validation.h1", { name })} lead={t("validation.lead")} step="validation" role={role}>
      {team && (
        <section className="rounded-2xl bg-beige p-7">
          <p>{t("validation.team", { team })}</p>
        </section>
      )}
    </PendingPage>
  );
}
