import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { isByProvider } from "#contract/giving/card-settings";
import { donorKinds } from "#contract/giving/pledge-donor";
import { allocations, type PledgeForm, type PledgeMethod } from "#contract/giving/pledges";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { CompanyAnswer } from "~/subjects/donations/company.server";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import type { TaxFacts } from "~/subjects/donations/tax-facts.server";
import { AmountRings } from "./amount-rings";
import { CompanyFields, FoundCompanyNote } from "./company-fields";
import { GiftCost } from "./gift-cost";
import { ReceiptFields } from "./receipt-fields";
import { RhythmSwitch } from "./rhythm-switch";

const schema = () => import("#contract/giving/pledges").then(({ PledgeForm }) => PledgeForm);

type Props = {
  proof: string;
  countries: CountryChoice[];
  amounts: { cents: number; amount: string }[];
  tax: TaxFacts | null;
  /** By which means gifts can be paid here: one at least. */
  methods: PledgeMethod[];
  query: Record<string, string>;
  /** Whether companies can be looked up by their number. */
  register: boolean;
  answer: FormAnswer | CompanyAnswer | undefined;
};

/** The form of a pledge. The query may preset it: `/donate?rhythm=monthly&allocation=euro&otherAmount=1`. */
export function PledgeFields({ proof, countries, amounts, tax, methods, query, register, answer }: Props) {
  const { t } = useTranslation("donate");
  const monthly = methods.some((method) => method !== "cheque");
  const { rhythm = "one_off", allocation = "any", otherAmount } = query;
  const card = methods.includes("card");
  const promise = !card ? "promise" : methods.every(isByProvider) ? "promiseCardOnly" : "promiseCard";
  const method = methods.includes("transfer") ? "transfer" : methods[0];
  const defaults = { rhythm: monthly ? rhythm : "one_off", donor: "person", amount: "5000", method };
  const defaultValue = { ...defaults, allocation, otherAmount } as PledgeForm;
  const [form, fields] = usePageForm(schema, { id: "pledge", answer, defaultValue });
  return (
    <Form className="pledge-form" {...getFormProps(form)} action="/donate">
      <ErrorSummary
        form={form}
        labels={{
          otherAmount: t("amount.other"),
          company: t("field.company"),
          siren: t("field.siren"),
          legalForm: t("field.legalForm"),
          name: t("field.name"),
          email: t("field.email"),
          street: t("field.street"),
          postcode: t("field.postcode"),
          city: t("field.city"),
          country: t("field.country"),
          method: t("method.label"),
        }}
      />
      {answer && "found" in answer && <FoundCompanyNote company={answer.found} />}
      {monthly ? <RhythmSwitch field={fields.rhythm} /> : <input type="hidden" name={fields.rhythm.name} value="one_off" />}
      <AmountRings field={fields.amount} other={fields.otherAmount} amounts={amounts} explained={!tax} />
      {tax && <GiftCost tax={tax} />}
      <ChoiceGroup
        field={fields.donor}
        label={t("donor.label")}
        choices={donorKinds.map((value) => ({
          value,
          label: t(`donor.${value}`),
          hint: tax ? t(`donor.${value}Hint`, tax.words) : undefined,
        }))}
        cards
      />
      <CompanyFields fields={fields} register={register} />
      <SelectField
        field={fields.allocation}
        label={t("allocation.label")}
        hint={t("allocation.note")}
        choices={allocations.map((value) => ({ value, label: t(`allocation.${value}`) }))}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField field={fields.name} label={t("field.name")} autoComplete="name" />
        <TextField field={fields.email} type="email" label={t("field.email")} autoComplete="email" />
      </div>
      {tax && <ReceiptFields fields={fields} countries={countries} />}
      <ChoiceGroup
        field={fields.method}
        label={t("method.label")}
        choices={methods.map((value) => ({ value, label: t(`method.${value}`), hint: t(`method.${value}Hint`) }))}
        cards
      />
      <input type="hidden" name={fields.formKey.name} defaultValue={fields.formKey.initialValue} data-form-key="" />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <div className="grid gap-3 [&_button]:min-h-15 [&_button]:w-full [&_button]:text-lg">
        <Submit>{t(card ? "submitCard" : "submit")}</Submit>
        <p className="hint">{t(promise)}</p>
      </div>
    </Form>
  );
}
