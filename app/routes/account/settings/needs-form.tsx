import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StoredNeeds } from "#contract/accounts/own-needs";
import { diets, sizes } from "#contract/accounts/registration-steps";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";

const schema = () => import("#contract/accounts/own-needs").then(({ OwnNeeds }) => OwnNeeds);

/** What a student may eat and wear, with the questions of the registration. */
export function NeedsForm({ needs, answer }: { needs: StoredNeeds; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("account");
  const { t: register } = useTranslation("register");
  const [form, fields] = usePageForm(schema, { id: "needs", answer, defaultValue: needs });
  const named = (values: readonly string[]) => values.map((value) => register(`choice.${value}` as "choice.vegan")).join(", ");
  const labels = { diets: register("field.diets"), size: register("field.size") };
  const typed = answer?.result.initialValue;
  const version = formVersion(answer, needs.version);
  return (
    <Panel title={t("needs.title")}>
      <p className="muted mb-4">{t("needs.lead")}</p>
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="intent" value="needs" />
        {version && <input type="hidden" name="version" value={version} />}
        {!!answer?.current && (
          <ChangedMeanwhile
            facts={[
              { label: labels.diets, value: named(needs.diets), typed: named(diets.filter((one) => [typed?.diets].flat().includes(one))) },
              { label: labels.size, value: needs.size, typed: typed?.size },
            ]}
          />
        )}
        <ChoiceGroup
          field={fields.diets}
          label={labels.diets}
          several
          cards
          choices={diets.map((value) => ({ value, label: register(`choice.${value}`) }))}
        />
        <SelectField
          field={fields.size}
          label={labels.size}
          hint={register("hint.size")}
          empty=""
          choices={sizes.map((value) => ({ value, label: register(`choice.${value}`) }))}
        />
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
