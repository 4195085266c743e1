import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { StoredNeeds } from "#contract/accounts/own-needs";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";

const schema = () => import("#contract/accounts/own-needs").then(({ OwnAllergies }) => OwnAllergies);

/** Allergies, with the consent to store them: given and withdrawn here, with who reads them. */
export function AllergiesForm({ needs, answer }: { needs: StoredNeeds; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  const { allergies, agreedAt } = needs;
  const [form, fields] = usePageForm(schema, { id: "allergies", answer, defaultValue: { allergies } });
  const label = t("allergies.label");
  const version = formVersion(answer, needs.version);
  return (
    <Panel title={t("allergies.title")}>
      <p>{t("allergies.lead")}</p>
      <p className="mt-2">{t("allergies.readers")}</p>
      <Form className="mt-4 grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ allergies: label, agreed: t("allergies.agreement") }} />
        <input type="hidden" name="intent" value="allergies" />
        {version && <input type="hidden" name="version" value={version} />}
        {!!answer?.current && (
          <ChangedMeanwhile facts={[{ label, value: allergies ?? "", typed: answer.result.initialValue?.allergies }]} />
        )}
        <TextArea field={fields.allergies} label={label} hint={t("allergies.hint")} rows={2} />
        {agreedAt ? (
          <p className="muted">{t("allergies.since", { date: formatDate(locale, agreedAt, "full") })}</p>
        ) : (
          <Checkbox field={fields.agreed} label={t("allergies.agree")} />
        )}
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
      {agreedAt && <WithdrawAllergies />}
    </Panel>
  );
}

/** Ends the consent, which erases the allergies at once. */
export function WithdrawAllergies() {
  const { t } = useTranslation("account");
  return (
    <Form className="mt-3">
      <Submit variant="line" name="intent" value="withdraw">
        {t("allergies.withdraw")}
      </Submit>
    </Form>
  );
}
