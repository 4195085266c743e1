import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type BulkOutcome, bulkSteps, peopleApi, QuestionText } from "#contract/accounts/people";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";
import { FirstFew } from "~/lists/first-few";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";

const path = "/dashboard/admin/users/pending-approval";

export const handle = {
  i18n: ["people", "lists"],
  crumb: { label: "people:list.pending-approval.title", to: path },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const chosen = chosenStep(args, path, bulkSteps);
  const outcome = await args.context.api.call(peopleApi.bulk, { body: { ...chosen, dryRun: true } });
  const back = listBefore(args.request, path);
  const submission = crypto.randomUUID();
  return {
    ...outcome,
    step: chosen.step,
    back,
    submission,
    rules: rulesOf({ ask: QuestionText }),
    title: args.context.t(`titles:${path}/bulk`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${path}/bulk`);
  const chosen = chosenStep(args, path, bulkSteps);
  const { api, t } = args.context;
  const take = async (reason?: string) => {
    const { changed, task } = await api.call(peopleApi.bulk, { body: { ...chosen, reason, dryRun: false } });
    if (task) return { to: `/account/tasks/${task}` };
    const title = chosen.step === "ask" ? t("people:bulk.questionSent", { count: changed }) : t("people:bulk.done", { count: changed });
    // A single account has its own page, where it is suspended.
    const undo = { timeout: 30_000, actions: [{ label: t("people:undoApproval.link"), to: `${path}/take-back` }] };
    return { to: listBefore(args.request, path), toast: { title, ...(chosen.step === "approve" && changed > 1 && undo) } };
  };
  if (chosen.step === "ask") return submit(args, QuestionText, ({ reason }) => take(reason));
  const { to, toast } = await take();
  if (toast) flashToast(args.context, toast);
  return redirect(to, 303);
}

const schema = () => import("#contract/accounts/people").then((people) => people.QuestionText);

/** The preview: which accounts would be opened, or asked for something, and the obstacles of the others. */
export default function DecideOnSeveral() {
  const { step, count, changed, opened, left, back, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(schema, { id: "ask", answer: useActionData<typeof action>() });
  const approves = step === "approve";
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{t(approves ? "bulk.ask" : "bulk.askTitle", { count: changed })}</h1>
      <p>{t(approves ? "bulk.mail" : "bulk.askMail")}</p>
      {opened.length > 0 && (
        <div className="w-full">
          <h2 className="font-bold">{t(approves ? "bulk.opens" : "bulk.getsQuestion")}</h2>
          <ChosenNames names={opened.map(({ name }) => name)} count={changed} />
        </div>
      )}
      {changed < count && (
        <LeftClosed
          left={left}
          text={t(approves ? "bulk.left" : "bulk.askLeft", { count: count - changed })}
          more={count - changed - left.length}
        />
      )}
      <AsTask count={count} />
      <Form className="grid w-full gap-4" submission={submission} {...(!approves && getFormProps(form))}>
        {!approves && (
          <>
            <ErrorSummary form={form} />
            <TextArea field={fields.reason} label={t("reason.ask")} hint={t("reason.hint")} rows={5} />
          </>
        )}
        <p className="actions">
          {changed > 0 && <Submit>{t(approves ? "bulk.confirm" : "bulk.askConfirm", { count: changed })}</Submit>}
          <ButtonLink variant="line" to={back}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The accounts that stay as they are, with the reason and a link to the review. */
function LeftClosed({ left, text, more }: { left: BulkOutcome["left"]; text: string; more: number }) {
  const { t } = useTranslation("people");
  return (
    <div className="grid w-full gap-2">
      <p>{text}</p>
      <FirstFew className="rows">
        {left.map(({ id, name, obstacles, guardian }) => (
          <li key={id}>
            <Link to={`/dashboard/admin/users/pending-approval/${id}`} className="font-semibold">
              {name}
            </Link>
            <span className="text-warning">
              {[...obstacles.map((one) => t(`bulk.obstacle.${one}`)), guardian && t("bulk.guardian", { name: guardian })]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </FirstFew>
      {more > 0 && <p className="muted">{t("bulk.andMore", { count: more })}</p>}
    </div>
  );
}
