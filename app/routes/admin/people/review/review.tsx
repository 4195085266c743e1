import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountReviewApi, GuardianContact } from "#contract/accounts/account-review";
import { Decision, StaffDraft } from "#contract/accounts/verification-chats";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { giversFor } from "~/subjects/people/givers.server";
import { cannedAnswer } from "../../verification-chats/canned-answers.server";
import { DecisionForm } from "./decision-form";
import { GuardianPanel, guardianField } from "./guardian-panel";
import { ReviewChat } from "./review-chat";
import { ReviewHead } from "./review-head";
import { ReviewPerson } from "./review-person";
import { actOnReview } from "./review-steps.server";

const path = "/dashboard/admin/users/pending-approval/{id}";

export const handle = {
  i18n: ["review", "people", "chats", "threads", "documents", "register"],
  crumb: { label: "people:list.pending-approval.title", to: "/dashboard/admin/users/pending-approval" },
  files: true,
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await gate(args, path);
  const review = await args.context.api.call(accountReviewApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const name = `${review.firstName} ${review.lastName}`;
  return {
    review,
    name,
    givers: await giversFor(args.context, review.withheld),
    draft: cannedAnswer(args.request, { name, locale: review.locale }),
    mayCorrect: role === "ADMIN",
    submission: crypto.randomUUID(),
    rules: rulesOf({ decision: Decision, reply: StaffDraft, guardian: GuardianContact }),
    title: name,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return actOnReview(args);
}

/** The review of a waiting account: answers, documents, chat, decision, and the next account. */
export default function AccountReviewPage() {
  const { review, name, givers, draft, mayCorrect, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const posted = answer?.result.initialValue ?? {};
  const [writing, correcting] = ["body" in posted, guardianField in posted];
  return (
    <>
      <ReviewHead review={review} name={name} />
      <div className="review-page">
        <DecisionForm key={review.id} review={review} givers={givers} answer={writing || correcting ? undefined : answer} />
        <div className="review-rail grid gap-5">
          {review.guardian && (
            <GuardianPanel
              guardian={review.guardian}
              needed={review.missing.includes("consent")}
              mayCorrect={mayCorrect}
              answer={correcting ? answer : undefined}
            />
          )}
          {!review.withheld && (
            <ReviewChat review={review} name={name} draft={draft} answer={writing ? answer : undefined} submission={submission} />
          )}
          <ReviewPerson review={review} />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
