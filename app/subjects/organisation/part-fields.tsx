import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { aidRules, hourThanks, type OrganisationPart, pausedGroups, primaryColours, taxRegimes } from "#contract/charity/organisation";
import { SelectField, TextField } from "~/forms/fields";
import { PictureField } from "~/forms/picture-field";

export type PartFieldsProps = { part: OrganisationPart; fields: Record<string, FieldMetadata<unknown>> };

type Line = { name: string; type?: "text" | "email" | "tel" | "url" | "number" | "time" | "date"; hint?: true };

/** The text fields of each part, in order; choices and uploads come after them. */
const lines = {
  identity: [
    { name: "name", hint: true },
    { name: "foundedIn", type: "number" },
  ],
  legal: [
    { name: "legalForm", hint: true },
    { name: "rna", hint: true },
    { name: "siren", hint: true },
    { name: "postalAddress", hint: true },
  ],
  bank: [{ name: "holder", hint: true }, { name: "iban" }, { name: "bic" }],
  contact: [
    { name: "email", type: "email", hint: true },
    { name: "phone", type: "tel" },
    { name: "hoursFrom", type: "time", hint: true },
    { name: "hoursTo", type: "time" },
  ],
  profiles: [
    { name: "professional", type: "url" },
    { name: "video", type: "url" },
    { name: "photo", type: "url" },
  ],
  aids: [
    { name: "parcelDays", type: "number", hint: true },
    { name: "clothesDays", type: "number", hint: true },
  ],
  attendance: [
    { name: "absences", type: "number", hint: true },
    { name: "absenceDays", type: "number", hint: true },
    { name: "pauseDays", type: "number", hint: true },
  ],
  hours: [],
  receipts: [
    { name: "object", hint: true },
    { name: "signatory", hint: true },
    { name: "signatoryQuality", hint: true },
    { name: "recognisedOn", type: "date", hint: true },
    { name: "decree", hint: true },
    { name: "fiscalYearEnd", hint: true },
  ],
  tax: [
    { name: "rate", type: "number" },
    { name: "raisedRate", type: "number", hint: true },
    { name: "raisedUpToEuros", type: "number", hint: true },
    { name: "incomeCap", type: "number", hint: true },
    { name: "companyRate", type: "number" },
    { name: "companyCapEuros", type: "number" },
    { name: "companyTurnoverPerThousand", type: "number", hint: true },
    { name: "personForm", hint: true },
    { name: "companyForm", hint: true },
    { name: "checkedOn", type: "date", hint: true },
  ],
} as const satisfies Record<OrganisationPart, readonly Line[]>;

/** The fields of one part of the facts about the organisation. */
export function PartFields({ part, fields }: PartFieldsProps) {
  const { t } = useTranslation("organisation");
  return (
    <>
      {lines[part].map((line: Line & { name: FieldName }) => {
        const field = fields[line.name];
        const hint = line.hint && t(`hint.${line.name as "name"}`);
        return field && <TextField key={line.name} field={field} type={line.type} label={t(`field.${line.name}`)} hint={hint} />;
      })}
      {part === "identity" && fields.primaryColour && fields.logoId && (
        <>
          <SelectField
            field={fields.primaryColour}
            optional={false}
            label={t("field.primaryColour")}
            choices={primaryColours.map((value) => ({ value, label: t(`colour.${value}`) }))}
          />
          <PictureField field={fields.logoId} label={t("field.logoId")} shown />
        </>
      )}
      {part === "receipts" && fields.signatureId && (
        <div className="grid gap-2">
          <PictureField field={fields.signatureId} label={t("field.signatureId")} />
          <p className="muted text-sm">{t("hint.signatureId")}</p>
        </div>
      )}
      {part === "aids" && fields.aidRule && (
        <SelectField
          field={fields.aidRule}
          optional={false}
          label={t("field.aidRule")}
          choices={aidRules.map((value) => ({ value, label: t(`aidRule.${value}`) }))}
        />
      )}
      {part === "attendance" && fields.pausedGroup && (
        <SelectField
          field={fields.pausedGroup}
          optional={false}
          label={t("field.pausedGroup")}
          choices={pausedGroups.map((value) => ({ value, label: t(`pausedGroup.${value}`) }))}
        />
      )}
      {part === "hours" && fields.thanks && (
        <SelectField
          field={fields.thanks}
          optional={false}
          label={t("field.thanks")}
          hint={t("hint.thanks")}
          choices={hourThanks.map((value) => ({ value, label: t(`hourThanks.${value}`) }))}
        />
      )}
      {part === "legal" && fields.giftTaxRegime && (
        <SelectField
          field={fields.giftTaxRegime}
          label={t("field.giftTaxRegime")}
          hint={t("hint.giftTaxRegime")}
          empty={t("regime.none")}
          choices={taxRegimes.map((value) => ({ value, label: t(`regime.${value}`) }))}
        />
      )}
    </>
  );
}

type FieldName = (typeof lines)[OrganisationPart][number]["name"];
