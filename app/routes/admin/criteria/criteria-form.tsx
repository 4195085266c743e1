import { getFormProps } from "@conform-to/react";
import { Plus } from "lucide";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type CriteriaRecord, maxQuestions } from "#contract/accounts/criteria-editing";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import { SaveBar } from "~/forms/save-bar";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { placeOfChange } from "./changed-place";
import { useCriteriaLabels } from "./criteria-labels";
import { formValues } from "./form-values";
import { QuestionEditor } from "./question-editor";
import { type ShownTrial, TrialPanel } from "./trial-panel";

const schema = () => import("#contract/accounts/criteria-editing").then(({ CriteriaForm }) => CriteriaForm);

type Props = {
  version: CriteriaRecord;
  /** The number of the version that the new one follows. */
  after: number;
  answer: FormAnswer | undefined;
  trial: ShownTrial | undefined;
  submission: string;
};

/** The next version of the criteria being written. Each button sends the form, so that it works without script; it is published once it was tried. */
export function CriteriaForm({ version, after, answer, trial, submission }: Props) {
  const { t } = useTranslation("criteria");
  const { locale } = usePage();
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useLeaveGuard(element);
  const [form, fields] = usePageForm(schema, { id: "criteria", answer, defaultValue: formValues(version, locale) });
  const rule = fields.rule.getFieldset();
  const questions = fields.questions.getFieldList();
  const labels = useCriteriaLabels(questions);
  const changed = placeOfChange(answer?.result.intent);
  return (
    <StarRequired when>
      <Form ref={element} submission={submission} {...getFormProps(form)} className="grid gap-5">
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" name="intent" value="try" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary form={form} labels={labels} />
        <StarNote />
        <input type="hidden" name="after" value={after} />
        {trial && <TrialPanel trial={trial} />}
        {trial && <input type="hidden" name="tried" value={trial.bounds} />}
        <Panel title={t("form.bounds")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={rule.likelyUpTo} label={t("form.likely")} hint={t("form.boundsHint")} />
            <TextField field={rule.doubtUpTo} label={t("form.doubt")} hint={t("form.boundsHint")} />
          </div>
        </Panel>
        <ol className="grid gap-5">
          {questions.map((question, at) => (
            <QuestionEditor
              key={question.key}
              form={form}
              list={{ name: fields.questions.name, at, last: at === questions.length - 1 }}
              field={question}
              changed={changed}
            />
          ))}
        </ol>
        {questions.length < maxQuestions && (
          <p>
            <Button
              {...form.insert.getButtonProps({ name: fields.questions.name, defaultValue: { kind: "text" } as never })}
              variant="line"
            >
              <Icon of={Plus} />
              {t("form.add")}
            </Button>
          </p>
        )}
        <SaveBar changed={unsaved || !!answer}>
          <Submit name="intent" value="try" variant={trial ? "line" : "primary"}>
            {t("form.try")}
          </Submit>
          {trial && (
            <Submit name="intent" value="publish">
              {t("form.publish", { number: after + 1 })}
            </Submit>
          )}
        </SaveBar>
      </Form>
    </StarRequired>
  );
}
