import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pendingPerson } from "~/access/pending.server";
import { pageMeta } from "~/i18n/page-meta";
import { ButtonLink } from "~/ui/button";
import { PendingPage } from "./pending-page";

export const handle = { i18n: ["pending"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, email, role } = await pendingPerson(args, "/account/pending/email");
  return { name: firstName, email, role, title: args.context.t("titles:/account/pending/email") };
}

export default function PendingEmail() {
  const { name, email, role } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  return (
    <PendingPage title={t("email.h1", { name })} lead={t("email.lead", { email })} step="email" role={role}>
      <section className="grid justify-items-start gap-4 rounded-2xl bg-sun p-7">
        <p>{t("email.more")}</p>
        <ButtonLink to="/account/pending/email">{t("email.again")}</ButtonLink>
      </section>
    </PendingPage>
  );
}
