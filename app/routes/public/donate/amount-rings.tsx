import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { usePageText } from "~/content/page-texts/use-page-text";
import { TextField } from "~/forms/fields";
import type { TaxFacts } from "~/subjects/donations/tax-facts.server";

type Field = FieldMetadata<string> | FieldMetadata<string | undefined>;
type Props = { field: Field; other: Field; tax: TaxFacts };

/** The offered amounts as rings, and another amount. */
export function AmountRings({ field, other, tax }: Props) {
  const { t } = useTranslation("donate");
  const pageText = usePageText("donate");
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{t("amount.label")}</legend>
      <div className="amount-rings">
        {tax.amounts.map(({ cents, amount }) => (
          <label key={cents}>
            <input type="radio" name={field.name} value={cents} defaultChecked={field.initialValue === String(cents)} />
            <b>{amount}</b>
          </label>
        ))}
      </div>
      {!tax.regime && (
        <ul className="mt-4 grid gap-1 text-base text-neutral-dark">
          {tax.amounts.map(({ cents }) => (
            <li key={cents}>{pageText(`example.${cents}`)}</li>
          ))}
        </ul>
      )}
      <div className="mt-5 max-w-96">
        <TextField field={other} label={t("amount.other")} hint={t("amount.hint")} placeholder=" " optional={false} />
      </div>
    </fieldset>
  );
}
