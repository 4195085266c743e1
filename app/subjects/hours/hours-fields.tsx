import type { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { type HoursForm, hoursActivities } from "#contract/charity/volunteer-hours";
import { SelectField, TextField } from "~/forms/fields";

type Fields = ReturnType<typeof useForm<z.input<typeof HoursForm>>>[1];

/** The fields of an entry, for its owner and for staff. */
export function HoursFields({ fields, sectors }: { fields: Fields; sectors: { id: string; name: string }[] }) {
  const { t } = useTranslation("hours");
  return (
    <>
      <TextField field={fields.date} label={t("field.date")} type="date" />
      <TextField field={fields.minutes} label={t("field.hours")} hint={t("field.hoursHint")} autoComplete="off" />
      <SelectField
        field={fields.activity}
        label={t("field.activity")}
        empty=""
        choices={hoursActivities.map((value) => ({ value, label: t(`activity.${value}`) }))}
      />
      <TextField field={fields.description} label={t("field.description")} hint={t("field.descriptionHint")} />
      <SelectField
        field={fields.sectorId}
        label={t("field.sectorId")}
        empty=""
        choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField field={fields.startsAt} label={t("field.startsAt")} hint={t("field.startsAtHint")} type="time" />
    </>
  );
}
