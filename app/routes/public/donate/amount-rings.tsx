import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { usePageText } from "~/content/page-texts/use-page-text";
import { TextField } from "~/forms/fields";

type Field = FieldMetadata<string> | FieldMetadata<string | undefined>;
type Props = {
  field: Field;
  other: Field;
  amounts: { cents: number; amount: string }[];
  /** Whether it says what each amount does. */
  explained: boolean;
};

/** The offered amounts as rings, and another amount. */
export function AmountRings({ field, other, amounts, explained }: Props) {
  const { t } = useTranslation("donate");
  const pageText = usePageText("donate");
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{t("amount.label")}</legend>
      <div className="amount-rings">
        {amounts.map(({ cents, amount }) => (
          <label key={cents}>
            <input type="radio" name={field.name} value={cents} defaultChecked={field.initialValue === String(cents)} />
            <b>{amount}</b>
          </label>
        ))}
      </div>
      {explained && (
        <ul className="mt-4 grid gap-1 text-base text-neutral-dark">
          {amounts.map(({ cents }) => (
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
