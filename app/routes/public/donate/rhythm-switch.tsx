import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { rhythms } from "#contract/giving/pledges";

/** The switch between one-off and monthly. */
export function RhythmSwitch({ field }: { field: Pick<FieldMetadata<unknown>, "name" | "initialValue"> }) {
  const { t } = useTranslation("donate");
  return (
    <fieldset>
      <legend className="sr-only">{t("rhythm.label")}</legend>
      <div className="switch">
        {rhythms.map((value) => (
          <label key={value}>
            <input type="radio" name={field.name} value={value} defaultChecked={field.initialValue === value} />
            {t(`rhythm.${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
