import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Checkbox, SelectField, TextField } from "~/forms/fields";
import type { CountryChoice } from "~/subjects/donations/countries.server";

type Line = FieldMetadata<string> | FieldMetadata<string | undefined>;
type Props = {
  fields: Record<"street" | "postcode" | "city" | "country", Line> & { receipt: FieldMetadata<boolean> };
  countries: CountryChoice[];
};

/** Whether a receipt is wanted, and the address that the law wants on it. */
export function ReceiptFields({ fields, countries }: Props) {
  const { t } = useTranslation("donate");
  return (
    <div className="grid gap-5">
      <Checkbox field={fields.receipt} label={t("receipt.want")} hint={t("receipt.why")} />
      <div className="when-receipt grid gap-6 sm:grid-cols-[1fr_2fr]">
        <div className="sm:col-span-2">
          <TextField field={fields.street} label={t("field.street")} autoComplete="address-line1" optional={false} />
        </div>
        <TextField field={fields.postcode} label={t("field.postcode")} autoComplete="postal-code" optional={false} />
        <TextField field={fields.city} label={t("field.city")} autoComplete="address-level2" optional={false} />
        <div className="sm:col-span-2">
          <SelectField field={fields.country} label={t("field.country")} choices={countries} autoComplete="country" optional={false} />
        </div>
      </div>
    </div>
  );
}
