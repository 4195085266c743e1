import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { approvalsApi, type LastApproval, UndoReason } from "#contract/accounts/approvals";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ChosenNames } from "~/lists/chosen-names";
import { FirstFew } from "~/lists/first-few";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";

const list = "/dashboard/admin/users/pending-approval";
const path = `${list}/take-back` as const;

export const handle = {
  i18n: ["people", "lists"],
  crumb: { label: "people:list.pending-approval.title", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { approval } = await args.context.api.call(approvalsApi.last);
  return { approval, most: maxRowsInRequest, rules: rulesOf({ undoApproval: UndoReason }), title: args.context.t(`titles:${path}`) };
}

/** Undoes the approval that was shown; where nothing of it can be undone any more, the page says so. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, UndoReason, async ({ reason }, form) => {
    try {
      const { changed, rest } = await api.call(approvalsApi.undo, { body: { approval: String(form.get("approval")), reason } });
      const title = t("people:undoApproval.done", { count: changed });
      if (rest === 0) return { to: list, toast: { title } };
      return { to: path, toast: { title, description: t("people:undoApproval.rest", { count: rest }) } };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return { to: path, toast: { title: t("people:undoApproval.tooLate"), color: "warning", icon: "warning" } };
    }
  });
}

/** The last approval of several accounts by the reader, with what can be undone of it. */
export default function UndoApproval() {
  const { approval, most } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("people");
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{t("undoApproval.title")}</h1>
      {approval ? <Shown approval={approval} most={most} answer={answer ?? undefined} /> : <p>{t("undoApproval.none")}</p>}
      {(!approval?.waitingCount || approval.task) && (
        <ButtonLink variant="line" to={list}>
          {t("undoApproval.toList")}
        </ButtonLink>
      )}
    </section>
  );
}

export const ErrorBoundary = OfficeError;

type Props = {
  approval: LastApproval;
  /** How many accounts a request sets back. */
  most: number;
  answer: FormAnswer | undefined;
};

function Shown({ approval, most, answer }: Props) {
  const { t } = useTranslation("people");
  const { id, at, until, count, waiting, waitingCount, sent, left, task } = approval;
  return (
    <>
      <p>
        {t("undoApproval.opened", { count })} <LocalDate value={at} style="time" />. {t("undoApproval.until")}{" "}
        <LocalDate value={until} style="time" />.
      </p>
      {task && (
        <p>
          {t("undoApproval.underWay")} <Link to={`/account/tasks/${task}`}>{t("undoApproval.toTask")}</Link>
        </p>
      )}
      {waitingCount > 0 && (
        <div className="w-full">
          <h2 className="font-bold">{t("undoApproval.waits", { count: waitingCount })}</h2>
          <ChosenNames names={waiting.map(({ name }) => name)} count={waitingCount} />
        </div>
      )}
      {sent > 0 && <p>{t("undoApproval.sent", { count: sent })}</p>}
      {waitingCount > sent && <p>{t("undoApproval.notSent")}</p>}
      {left.length > 0 && <Left left={left} count={count - waitingCount} />}
      {waitingCount > 0 && !task && <ReasonForm key={id} approval={approval} most={most} answer={answer} />}
    </>
  );
}

/** The accounts that stay as they are, each with why and a link to the person. */
function Left({ left, count }: { left: LastApproval["left"]; count: number }) {
  const { t } = useTranslation("people");
  return (
    <div className="grid w-full gap-2">
      <p>{t("undoApproval.stay", { count })}</p>
      <FirstFew className="rows">
        {left.map(({ id, name, obstacle }) => (
          <li key={id}>
            <Link to={`/dashboard/admin/users/${id}/view`} className="font-semibold">
              {name}
            </Link>
            <span className="text-warning">{t(`undoApproval.obstacle.${obstacle}`)}</span>
          </li>
        ))}
      </FirstFew>
      {count > left.length && <p className="muted">{t("bulk.andMore", { count: count - left.length })}</p>}
    </div>
  );
}

const schema = () => import("#contract/accounts/approvals").then((approvals) => approvals.UndoReason);

function ReasonForm({ approval: { id, waitingCount, reason }, most, answer }: Props) {
  const { t } = useTranslation("people");
  const [form, fields] = usePageForm(schema, { id: "undoApproval", answer, defaultValue: { reason: reason ?? "" } });
  const count = Math.min(waitingCount, most);
  return (
    <Form className="grid w-full gap-4" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="approval" value={id} />
      <TextArea field={fields.reason} label={t("undoApproval.reason")} hint={t("undoApproval.reasonHint")} rows={3} />
      <p className="actions">
        <Submit>{t(count < waitingCount ? "undoApproval.confirmFirst" : "undoApproval.confirm", { count })}</Submit>
        <ButtonLink variant="line" to={list}>
          {t("undoApproval.toList")}
        </ButtonLink>
      </p>
    </Form>
  );
}
