import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { ChatDraft, chatApi } from "#contract/accounts/verification-chats";
import { pendingPerson } from "~/access/pending.server";
import { rulesOf } from "~/forms/rules.server";
import { ContactButtons } from "~/layouts/contact-buttons";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { ChatPanel } from "./chat-panel";
import { pendingAction } from "./pending-action.server";
import { PendingPage } from "./pending-page";

export const handle = { i18n: ["pending"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { role, extraData } = await pendingPerson(args, "/account/not-verified");
  const { api } = args.context;
  const [{ reason, since }, { messages }] = await Promise.all([api.call(accountApi.standing), api.call(chatApi.own)]);
  return {
    messages,
    role,
    state: extraData.accountState,
    reason,
    since,
    submission: crypto.randomUUID(),
    rules: rulesOf({ chat: ChatDraft }),
    title: args.context.t("titles:/account/not-verified"),
  };
}

export const action = pendingAction("/account/not-verified");

export default function NotVerified() {
  const { role, state, reason, since, messages, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const refused = role === "BENEFICIARY" ? "refusedStudent" : "refused";
  const known = state === "suspended" || state === "left" ? state : refused;
  return (
    <PendingPage title={t("notVerified.h1")} lead={t(`notVerified.${known}`, { date: formatDate(locale, since, "full") })} role={role}>
      <section className="grid gap-3 rounded-2xl bg-beige p-7">
        {reason && <p className="font-bold">{t("notVerified.reason", { reason })}</p>}
        <p>{t("notVerified.reply")}</p>
        <ContactButtons />
      </section>
      {state !== "left" && <ChatPanel messages={messages} submission={submission} />}
      <section className="grid justify-items-start gap-3 rounded-2xl bg-primary-soft p-7">
        <h2 className="title-card">{t("notVerified.help.title")}</h2>
        <p>{t("notVerified.help.text")}</p>
        <ButtonLink variant="line" to="/further-support">
          {t("notVerified.help.cta")}
        </ButtonLink>
      </section>
    </PendingPage>
  );
}
