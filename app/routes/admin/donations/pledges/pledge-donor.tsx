import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { homeCountry } from "#contract/formats/country-names";
import type { PledgeRecord } from "#contract/giving/pledges";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import { Disclosure } from "~/ui/disclosure";

const schema = () => import("#contract/giving/pledge-donor").then(({ PledgeDonor }) => PledgeDonor);

type Props = { pledge: PledgeRecord; countries: CountryChoice[]; answer: FormAnswer | undefined };

/** Who gave, as receipts to come name them: open when it was refused. */
export function PledgeDonor({ pledge, countries, answer }: Props) {
  const { t } = useTranslation("donate");
  const { donor, name, company, siren, legalForm, postal } = pledge;
  const written = { name, company: company ?? "", siren: siren ?? "", legalForm: legalForm ?? "", country: homeCountry, ...postal };
  const [form, fields] = usePageForm(schema, { id: "donor", answer, defaultValue: written });
  return (
    <Disclosure variant="panel" summary={t("pledge.donor.title")} open={answer !== undefined}>
      <Form className="group mt-4 grid max-w-xl gap-5" {...getFormProps(form)}>
        <p className="hint">{t("pledge.donor.hint")}</p>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="donor" />
        <input type="hidden" name="donor" value={donor} />
        {postal && <input type="hidden" name="receipt" value="on" />}
        {donor === "company" && (
          <>
            <TextField field={fields.siren} label={t("field.siren")} optional={false} />
            <TextField field={fields.company} label={t("field.company")} optional={false} />
            <TextField field={fields.legalForm} label={t("field.legalForm")} hint={t("field.legalFormHint")} optional={false} />
          </>
        )}
        <TextField field={fields.name} label={t("pledge.donor.name")} autoComplete="off" />
        {pledge.mayAskReceipt && <Checkbox field={fields.receipt} label={t("pledge.donor.receipt")} hint={t("pledge.donor.receiptHint")} />}
        {(postal || pledge.mayAskReceipt) && (
          <div className={postal ? "grid gap-5" : "hidden gap-5 has-[.field-error]:grid group-has-[[name=receipt]:checked]:grid"}>
            <TextField field={fields.street} label={t("field.street")} autoComplete="off" optional={false} />
            <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
              <TextField field={fields.postcode} label={t("field.postcode")} autoComplete="off" optional={false} />
              <TextField field={fields.city} label={t("field.city")} autoComplete="off" optional={false} />
            </div>
            <SelectField field={fields.country} label={t("field.country")} choices={countries} optional={false} />
          </div>
        )}
        <div>
          <Submit variant="line">{t("pledge.donor.save")}</Submit>
        </div>
      </Form>
    </Disclosure>
  );
}
