import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { accountApi } from "#contract/accounts/account";
import { AnnualCheck, criteriaApi } from "#contract/accounts/criteria";
import { ChatDraft, chatApi } from "#contract/accounts/verification-chats";
import { pendingPerson } from "~/access/pending.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { AnnualCheckForm } from "./annual-check-form";
import { ChatPanel } from "./chat-panel";
import { pendingAction } from "./pending-action.server";
import { pendingForm } from "./pending-form.server";
import { PendingPage } from "./pending-page";
import { ReviewStatus } from "./review-status";

export const handle = { i18n: ["pending"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role, isAccountValidated: annual, extraData } = await pendingPerson(args, "/account/pending/validation");
  const { api, t } = args.context;
  const [{ messages }, standing, file] = await Promise.all([
    api.call(chatApi.own),
    api.call(accountApi.standing),
    annual && role === "BENEFICIARY" ? api.call(criteriaApi.own) : null,
  ]);
  return {
    name: firstName,
    role,
    annual,
    team: extraData.team,
    messages,
    standing,
    file,
    submission: crypto.randomUUID(),
    rules: annual ? { ...rulesOf({ annual: AnnualCheck }), document: [], chat: [] } : rulesOf({ chat: ChatDraft }),
    title: t("titles:/account/pending/validation"),
  };
}

const path = "/account/pending/validation";

const yearly = pendingForm<typeof AnnualCheck>(path, async ({ context: { api, t } }) => ({
  schema: AnnualCheck,
  finish: async (body: z.output<typeof AnnualCheck>) => {
    await api.call(criteriaApi.confirmYear, { body });
    return { title: t("pending:annual.done"), isSent: true };
  },
}));
const waiting = pendingAction(path);

/** The yearly check is one form; while the team reads a file, there is the message alone. */
export async function action(args: ActionFunctionArgs) {
  const user = await args.context.session.user();
  return user?.isAccountValidated ? yearly(args) : waiting(args);
}

export default function PendingValidation() {
  const { name, role, annual, team, messages, standing, file, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  if (annual)
    return (
      <PendingPage title={t("validation.annual.h1", { name })} lead={t("annual.lead")} role={role}>
        <AnnualCheckForm documents={file?.documents} messages={messages} submission={submission} />
      </PendingPage>
    );
  return (
    <PendingPage title={t("validation.h1", { name })} lead={t("validation.lead")} step="validation" role={role}>
      <ReviewStatus sector={team} {...standing} />
      <ChatPanel messages={messages} submission={submission} />
      <section className="grid justify-items-start gap-3 rounded-2xl bg-primary-soft p-7">
        <h2 className="title-card">{t("validation.meanwhile.title")}</h2>
        <p>{t("validation.meanwhile.text")}</p>
        <ButtonLink variant="line" to="/news">
          {t("validation.meanwhile.cta")}
        </ButtonLink>
      </section>
    </PendingPage>
  );
}
