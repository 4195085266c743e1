import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pendingPerson } from "~/access/pending.server";
import { pageMeta } from "~/i18n/page-meta";
import { PendingPage } from "./pending-page";

export const handle = { i18n: ["pending"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await pendingPerson(args, "/account/pending/criteria");
  return { name: firstName, role, title: args.context.t("titles:/account/pending/criteria") };
}

export default function PendingCriteria() {
  const { name, role } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  return (
    <PendingPage title={t("criteria.h1", { name })} lead={t("criteria.lead")} step="criteria" role={role}>
      <section className="rounded-2xl bg-sun p-7">
        <p>{t("criteria.more")}</p>
      </section>
    </PendingPage>
  );
}
