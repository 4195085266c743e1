import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { ReceiptAddress } from "#contract/giving/pledge-donor";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { CountryChoice } from "~/subjects/donations/countries.server";

const schema = () => import("#contract/giving/pledge-donor").then(({ ReceiptAddress }) => ReceiptAddress);

type Typed = z.input<typeof ReceiptAddress>;
type Fields = { [Name in keyof Typed]-?: FieldMetadata<Typed[Name]> };

/** The postal address of a receipt. */
export function AddressFields({ fields, countries }: { fields: Fields; countries: CountryChoice[] }) {
  const { t } = useTranslation("donate");
  return (
    <>
      <TextField field={fields.street} label={t("field.street")} autoComplete="address-line1" />
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        <TextField field={fields.postcode} label={t("field.postcode")} autoComplete="postal-code" />
        <TextField field={fields.city} label={t("field.city")} autoComplete="address-level2" />
      </div>
      <SelectField field={fields.country} label={t("field.country")} choices={countries} autoComplete="country" optional={false} />
    </>
  );
}

/** Asks whoever gave without a pledge for the address that their receipt lacks. */
export function MissingAddress({ countries, answer }: { countries: CountryChoice[]; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(schema, { id: "address", answer });
  return (
    <section className="grid max-w-2xl gap-5 pb-8">
      <h2 className="title-card">{t("address.title")}</h2>
      <p>{t("address.text")}</p>
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="address" />
        <AddressFields fields={fields} countries={countries} />
        <div>
          <Submit>{t("move.submit")}</Submit>
        </div>
      </Form>
    </section>
  );
}
