import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { SeriesDate } from "#contract/charity/event-series";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";
import { CancellationScope } from "./cancellation-scope";

const schema = () => import("#contract/charity/event-participants").then(({ Cancellation }) => Cancellation.omit({ people: true }));

type Props = {
  people: number;
  id: string;
  /** All dates of its series; none where it is not repeated. */
  dates: SeriesDate[];
  answer: FormAnswer | undefined;
};

/** Cancels an event, or dates of its series with it; says first how many people it notifies. */
export function CancelEventForm({ people, id, dates, answer }: Props) {
  const { t } = useTranslation("events");
  const [form, fields] = usePageForm(schema, { id: "cancellation", answer });
  const reason = fields.reason.getFieldset();
  return (
    <Panel title={t("cancel.title")}>
      <Form {...getFormProps(form)} className="grid max-w-2xl gap-4">
        <ErrorSummary form={form} />
        {dates.length > 1 ? (
          <CancellationScope id={id} dates={dates} initial={answer?.result.initialValue?.scope} />
        ) : (
          <>
            <p>{people > 0 ? t("cancel.people", { count: people }) : t("cancel.nobody")}</p>
            <input type="hidden" name="people" value={people} />
          </>
        )}
        <TextArea field={reason.fr} label={t("cancel.reasonFr")} hint={t("cancel.hint")} rows={2} lang="fr" />
        <TextArea field={reason.en} label={t("cancel.reasonEn")} rows={2} lang="en" />
        <p>
          <Submit name="intent" value="cancelEvent" variant="danger">
            {t("cancel.submit")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
