import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { permissionFacts, sectorPermissions } from "#contract/accounts/permissions";
import { type Grant, type RightsForm, type RightsRecord, writtenGrant } from "#contract/accounts/rights";
import { writtenDay } from "#contract/formats/france-time";
import { fieldId } from "~/forms/error-summary";
import { FieldErrors, SelectField, TextField } from "~/forms/fields";
import { usePage } from "~/ui/page-context";

type Props = {
  /** Those that are held, or would be after the changes that are shown. */
  held: Grant[];
  /** Those that have run out. */
  ended: Grant[];
  /** The values of the boxes that are ticked: of those that are held, and of those to add. */
  ticked: unknown[];
  tickedToAdd: unknown[];
  fields: Pick<Required<{ [Key in keyof RightsForm]: FieldMetadata<unknown> }>, "sectorId" | "sectorHold" | "sectorUntil">;
  sectors: RightsRecord["sectors"];
  sectorName: (id: string) => string;
  today: string;
};

/** The rights that count in one team: a box for each that is held, and a team to add with its rights. */
export function SectorRights({ held, ended, ticked, tickedToAdd, fields, sectors, sectorName, today }: Props) {
  const { t } = useTranslation("rights");
  const { t: people } = useTranslation("people");
  const { locale } = usePage();
  return (
    <fieldset className="grid gap-4">
      <legend className="panel-title mb-3 font-extrabold">{t("inSector.legend")}</legend>
      <p className="hint">{t("inSector.hint")}</p>
      {held.length + ended.length === 0 && <p className="muted">{t("inSector.none")}</p>}
      {held.map((grant) => (
        <label key={writtenGrant(grant)} className="choice font-normal">
          <input
            type="checkbox"
            name="inSector"
            value={writtenGrant(grant)}
            className="tick"
            defaultChecked={ticked.includes(writtenGrant(grant))}
          />
          <span>
            {t("nameIn", { name: t(`name.${grant.permission}`), sector: sectorName(grant.sectorId ?? "") })}
            {grant.expiresOn && <small className="muted block">{t("inSector.until", { date: writtenDay(locale, grant.expiresOn) })}</small>}
          </span>
        </label>
      ))}
      {ended.map((grant) => (
        <p key={writtenGrant(grant)} className="muted">
          {t("nameIn", { name: t(`name.${grant.permission}`), sector: sectorName(grant.sectorId ?? "") })}
          {grant.expiresOn && <small className="block">{t("expiresOn.ended", { date: writtenDay(locale, grant.expiresOn) })}</small>}
        </p>
      ))}
      <div className="grid gap-4 rounded-lg border border-line p-4">
        <p className="font-semibold">{t("inSector.add")}</p>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[1fr_13rem] sm:items-start">
          <SelectField
            field={fields.sectorId}
            label={t("inSector.sector")}
            optional={false}
            empty={t("inSector.choice")}
            choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextField field={fields.sectorUntil} type="date" min={today} label={t("inSector.last")} hint={t("expiresOn.hint")} />
        </div>
        <fieldset className="grid gap-3" id={fieldId("sectorHold")}>
          <legend className="mb-2 font-semibold">{t("inSector.rights")}</legend>
          {sectorPermissions.map((permission) => (
            <label key={permission} className="choice font-normal">
              <input
                type="checkbox"
                name="sectorHold"
                value={permission}
                className="tick"
                defaultChecked={tickedToAdd.includes(permission)}
              />
              <span>
                <strong>{t(`name.${permission}`)}</strong>
                <small className="muted block">
                  {t(`about.${permission}`)}{" "}
                  {t("inSector.for", { roles: permissionFacts[permission].inSector.map((role) => people(`role.${role}`)).join(", ") })}
                </small>
              </span>
            </label>
          ))}
          <FieldErrors field={fields.sectorHold} />
        </fieldset>
      </div>
    </fieldset>
  );
}
