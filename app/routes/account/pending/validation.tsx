import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { accountApi } from "#contract/accounts/account";
import { AnnualCheck, criteriaApi } from "#contract/accounts/criteria";
import { NewDrivingDocument, ownDrivingApi } from "#contract/accounts/person-edit";
import { ChatDraft } from "#contract/accounts/verification-chats";
import { pendingPerson } from "~/access/pending.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { AnnualCheckForm } from "./annual-check-form";
import { ChatPanel } from "./chat-panel";
import { DrivingPanel } from "./driving-panel";
import { readOwnChat } from "./own-chat.server";
import { pendingAction } from "./pending-action.server";
import { pendingForm } from "./pending-form.server";
import { PendingPage } from "./pending-page";
import { ReviewStatus } from "./review-status";

const path = "/account/pending/validation";

// The account has the messages about a driver's document.
export const handle = { i18n: ["pending", "threads", "account"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { id: person, firstName, role, isAccountValidated: annual, extraData } = await pendingPerson(args, path);
  const { api, t } = args.context;
  const [conversation, standing, file, driving] = await Promise.all([
    readOwnChat(args, path),
    api.call(accountApi.standing),
    annual && role === "BENEFICIARY" ? api.call(criteriaApi.own) : null,
    !annual && (role === "VOLUNTEER" || role === "ADMIN") ? api.call(ownDrivingApi.documents) : null,
  ]);
  return {
    name: firstName,
    role,
    person,
    annual,
    team: extraData.team,
    conversation,
    standing,
    file,
    driving,
    submission: crypto.randomUUID(),
    rules: annual
      ? { ...rulesOf({ annual: AnnualCheck }), document: [], chat: [] }
      : rulesOf({ chat: ChatDraft, driving: NewDrivingDocument }),
    title: t("titles:/account/pending/validation"),
  };
}

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
  const { name, role, person, annual, team, conversation, standing, file, driving, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const { question, undone, answeredAt, since, late, guardianWaiting } = standing;
  if (annual)
    return (
      <PendingPage title={t("validation.annual.h1", { name })} lead={t("annual.lead")} role={role} person={person}>
        <AnnualCheckForm documents={file?.documents} conversation={conversation} submission={submission} />
      </PendingPage>
    );
  return (
    <PendingPage
      title={t("validation.h1", { name })}
      lead={t(question === null ? "validation.lead" : "validation.leadQuestion")}
      step="validation"
      role={role}
      person={person}
    >
      <ReviewStatus sector={team} since={answeredAt ?? since} {...{ question, undone, late, guardianWaiting }} />
      {driving && (driving.drives || driving.documents.length > 0) && <DrivingPanel documents={driving.documents} />}
      <ChatPanel {...conversation} submission={submission} />
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
