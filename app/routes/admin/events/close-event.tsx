import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventDay } from "#contract/charity/event-day";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/event-day").then(({ Reopening }) => Reopening);

type CloseProps = { tasks: EventDay["tasks"]; mayReopen: boolean; submission: string };

/** Closes an event that is over; says first what is left to do, which is confirmed with it, and who opens it again. */
export function CloseEvent({ tasks, mayReopen, submission }: CloseProps) {
  const { t } = useTranslation("events");
  const left = tasks.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title={t("close.title")}>
      <p>{t("close.means")}</p>
      {left > 0 && (
        <>
          <p className="mt-3 font-semibold">{t("close.left")}</p>
          <ul className="list-disc pl-5">
            {tasks.map(({ name, count }) => (
              <li key={name}>{t(`day.task.${name}`, { count })}</li>
            ))}
          </ul>
        </>
      )}
      {!mayReopen && <p className="mt-3">{t("close.whoReopens")}</p>}
      <Form submission={submission} className="mt-4">
        <input type="hidden" name="left" value={left} />
        <Submit name="intent" value="close" variant={left > 0 ? "danger" : "line"}>
          {t(left > 0 ? "close.anyway" : "close.submit")}
        </Submit>
      </Form>
    </Panel>
  );
}

type ClosedProps = { closed: NonNullable<EventDay["closed"]>; mayReopen: boolean; answer: FormAnswer | undefined; submission: string };

/** Says who closed an event and when; who may opens it again, with a reason. */
export function ClosedEvent({ closed: { at, by }, mayReopen, answer, submission }: ClosedProps) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const moment = formatDate(locale, at, "moment");
  const [form, fields] = usePageForm(schema, { id: "reopening", answer });
  return (
    <Panel title={t("close.closed")}>
      <p>{by ? t("close.by", { moment, name: by }) : t("close.at", { moment })}</p>
      {mayReopen ? (
        <Form submission={submission} {...getFormProps(form)} className="mt-4 grid gap-4">
          <ErrorSummary form={form} />
          <TextField field={fields.reason} label={t("close.reason")} hint={t("close.reasonHint")} />
          <p>
            <Submit name="intent" value="reopen" variant="line">
              {t("close.reopen")}
            </Submit>
          </p>
        </Form>
      ) : (
        <p className="mt-3">{t("close.whoReopens")}</p>
      )}
    </Panel>
  );
}
