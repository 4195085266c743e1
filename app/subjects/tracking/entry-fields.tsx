import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type StaffMember, trackingKinds, trackingVisibilities } from "#contract/accounts/tracking";
import { ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";

type Field = FieldMetadata<unknown>;
type Fields<Name extends string> = Record<Name, Field>;

/** What an entry says: its kind, its texts, when it was, and who may read it. */
export function EntryFields({
  fields,
  mayRestrict,
}: {
  fields: Fields<"kind" | "title" | "body" | "occurredAt" | "visibility">;
  mayRestrict: boolean;
}) {
  const { t } = useTranslation("tracking");
  const visibilities = trackingVisibilities.filter((value) => mayRestrict || value !== "restricted");
  return (
    <>
      <ChoiceGroup
        field={fields.kind}
        label={t("form.kind")}
        choices={trackingKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <TextField field={fields.title} label={t("form.entryTitle")} hint={t("form.titleHint")} />
      <TextArea field={fields.body} label={t("form.body")} hint={t("form.bodyHint")} optional />
      <TextField field={fields.occurredAt} label={t("form.occurredAt")} type="datetime-local" />
      <ChoiceGroup
        field={fields.visibility}
        label={t("form.visibility")}
        cards
        choices={visibilities.map((value) => ({ value, label: t(`visibility.${value}`), hint: t(`visibilityHint.${value}`) }))}
      />
    </>
  );
}

type ActionProps = { fields: Fields<"nextActionAt" | "nextActionUserId">; staff: StaffMember[]; hint?: string; restricted?: boolean };

/** The next action: by which day, and by whom. */
export function ActionFields({ fields, staff, hint, restricted = false }: ActionProps) {
  const { t } = useTranslation("tracking");
  const choices = staff
    .filter(({ readsRestricted }) => !restricted || readsRestricted)
    .map(({ id, name, own }) => ({ value: id, label: own ? t("form.own", { name }) : name }));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField field={fields.nextActionAt} label={t("form.nextActionAt")} type="date" hint={hint} />
      <SelectField field={fields.nextActionUserId} label={t("form.nextActionUserId")} choices={choices} empty={t("form.nobody")} />
    </div>
  );
}
