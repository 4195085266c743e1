import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { locales } from "#contract/formats/locale";
import { type GiftInKindDraft, giftCategories } from "#contract/giving/gifts-in-kind";
import { SelectField, TextField } from "~/forms/fields";

type Props = { fields: { [Name in keyof GiftInKindDraft]-?: FieldMetadata<GiftInKindDraft[Name]> } };

/** What came, when and from whom. */
export function GiftFields({ fields }: Props) {
  const { t } = useTranslation("in-kind");
  return (
    <>
      <TextField field={fields.receivedOn} label={t("field.receivedOn")} type="date" />
      <SelectField
        field={fields.category}
        label={t("field.category")}
        empty=""
        choices={giftCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <TextField field={fields.description} label={t("field.description")} hint={t("field.descriptionHint")} />
      <TextField field={fields.name} label={t("field.name")} autoComplete="off" />
      <TextField field={fields.email} label={t("field.email")} hint={t("field.emailHint")} type="email" autoComplete="off" />
      <SelectField
        field={fields.locale}
        label={t("field.locale")}
        choices={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
        optional={false}
      />
    </>
  );
}
