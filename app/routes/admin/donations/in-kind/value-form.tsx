import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { homeCountry } from "#contract/formats/country-names";
import type { GiftInKindRecord } from "#contract/giving/gifts-in-kind";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import { Disclosure } from "~/ui/disclosure";

const schema = () => import("#contract/giving/gifts-in-kind").then(({ ValueForm }) => ValueForm);

type Props = { gift: GiftInKindRecord; countries: CountryChoice[]; answer: FormAnswer | undefined };

/** The value that a donor asks for, how they came to it, and their address: open when it was refused. */
export function ValueForm({ gift: { value, version }, countries, answer }: Props) {
  const { t } = useTranslation("in-kind");
  const written = { country: homeCountry, basis: value?.basis ?? "", ...value?.address };
  const [form, fields] = usePageForm(schema, { id: "value", answer, defaultValue: written });
  return (
    <Disclosure summary={t(value ? "value.again" : "value.open")} open={answer !== undefined}>
      <Form className="mt-4 grid max-w-xl gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="value" />
        <input type="hidden" name="version" value={String(version)} />
        <TextField field={fields.amount} label={t("value.amount")} />
        <TextField field={fields.basis} label={t("value.basis")} hint={t("value.basisHint")} />
        <TextField field={fields.street} label={t("value.street")} autoComplete="off" optional={false} />
        <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
          <TextField field={fields.postcode} label={t("value.postcode")} autoComplete="off" optional={false} />
          <TextField field={fields.city} label={t("value.city")} autoComplete="off" optional={false} />
        </div>
        <SelectField field={fields.country} label={t("value.country")} choices={countries} optional={false} />
        <div>
          <Submit variant="line">{t("value.save")}</Submit>
        </div>
      </Form>
    </Disclosure>
  );
}
