import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Decision, sentTestimonialsApi } from "#contract/publishing/sent-testimonials";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { ButtonLink } from "~/ui/button";
import { DecisionForm } from "./decision-form";
import { SentHead } from "./sent-head";

const list = "/dashboard/admin/testimonials/sent";

export const handle = {
  i18n: ["sent-testimonials", "notified"],
  crumb: { label: "sent-testimonials:title", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const sent = await args.context.api.call(sentTestimonialsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    sent,
    notified: await notifiedOf(args.context, sent.id),
    submission: crypto.randomUUID(),
    rules: rulesOf({ decision: Decision }),
    title: `${sent.ticket} - ${args.context.t(`titles:${list}/{id}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const id = args.params.id ?? "";
  return submit(args, Decision, async (body) => {
    await args.context.api.call(sentTestimonialsApi.decide, { params: { id }, body }).catch(orNotFound);
    const to = body.decision === "approved" ? `/dashboard/admin/testimonials/${id}/edit` : list;
    return { to, toast: { title: args.context.t(`sent-testimonials:done.${body.decision}`) } };
  });
}

export default function SentTestimonial() {
  const { sent, notified, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sent-testimonials");
  return (
    <>
      <SentHead sent={sent} />
      {sent.status === "submitted" && <DecisionForm sent={sent} answer={answer} submission={submission} />}
      {sent.status === "approved" && (
        <p className="actions">
          <ButtonLink to={`/dashboard/admin/testimonials/${sent.id}/edit`}>{t("edit")}</ButtonLink>
        </p>
      )}
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
