import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { ChatDraft } from "#contract/accounts/verification-chats";
import { DataRequestDraft, privacyApi } from "#contract/law/privacy";
import { gate } from "~/access/gate.server";
import { pendingPerson } from "~/access/pending.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { ChatPanel } from "./chat-panel";
import { ContactButtons } from "./contact-buttons";
import { readOwnChat } from "./own-chat.server";
import { OwnData } from "./own-data";
import { pendingAction } from "./pending-action.server";
import { PendingPage } from "./pending-page";
import { partField } from "./pending-parts";

const path = "/account/not-verified";

export const handle = { i18n: ["pending", "account", "retention", "threads"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { id: person, role, extraData } = await pendingPerson(args, path);
  const { api } = args.context;
  const [{ reason, since }, conversation, { items }] = await Promise.all([
    api.call(accountApi.standing),
    readOwnChat(args, path),
    api.call(privacyApi.requests),
  ]);
  return {
    conversation,
    requests: items,
    role,
    person,
    state: extraData.accountState,
    reason,
    since,
    submission: crypto.randomUUID(),
    rules: rulesOf({ chat: ChatDraft }),
    title: args.context.t("titles:/account/not-verified"),
  };
}

const shared = pendingAction(path);

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return form.get(partField) === "data" ? askAboutData(args, form.get("withdraw")) : shared(args);
}

/** A request about one's data, or the end of one. */
async function askAboutData(args: ActionFunctionArgs, withdrawn: FormDataEntryValue | null) {
  await gate(args, path);
  const { api, t } = args.context;
  if (typeof withdrawn === "string") {
    await api.call(privacyApi.withdraw, { params: { id: withdrawn } }).catch(orNotFound);
    flashToast(args.context, { title: t("account:requests.withdrawn") });
    return redirect(path, 303);
  }
  return submit(args, DataRequestDraft, async (body) => {
    await api.call(privacyApi.ask, { body });
    return { to: path, toast: { title: t(body.kind === "access" ? "account:requests.copyBegun" : "account:requests.sent") } };
  });
}

export default function NotVerified() {
  const { role, person, state, reason, since, conversation, requests, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const refused = role === "BENEFICIARY" ? "refusedStudent" : "refused";
  const known = state === "suspended" || state === "left" ? state : refused;
  return (
    <PendingPage
      title={t("notVerified.h1")}
      lead={t(`notVerified.${known}`, { date: formatDate(locale, since, "full") })}
      role={role}
      person={person}
    >
      <section className="grid gap-3 rounded-2xl bg-beige p-7">
        {reason && <p className="font-bold">{t("notVerified.reason", { reason })}</p>}
        <p>{t("notVerified.reply")}</p>
        <ContactButtons />
      </section>
      {state !== "left" && <ChatPanel {...conversation} submission={submission} />}
      <section className="grid justify-items-start gap-3 rounded-2xl bg-primary-soft p-7">
        <h2 className="title-card">{t("notVerified.help.title")}</h2>
        <p>{t("notVerified.help.text")}</p>
        <ButtonLink variant="line" to="/further-support">
          {t("notVerified.help.cta")}
        </ButtonLink>
      </section>
      <OwnData requests={requests} />
    </PendingPage>
  );
}
