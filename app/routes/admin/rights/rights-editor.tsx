import { getFormProps } from "@conform-to/react";
import { TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { everywherePermissions, permissionFacts } from "#contract/accounts/permissions";
import {
  hasEnded,
  isSameRight,
  type RightsDraft,
  type RightsRecord,
  rightsStateOf,
  untilOf,
  writtenGrant,
} from "#contract/accounts/rights";
import { roles } from "#contract/accounts/roles";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { RightsReview } from "./rights-review";
import { SectorRights } from "./sector-rights";

const schema = () => import("#contract/accounts/rights").then(({ RightsForm }) => RightsForm);

type Props = { person: RightsRecord; review: RightsDraft | undefined; answer: FormAnswer | undefined };

/** Role, a checkbox for each right with its last day, and the reason. Changes are shown before they are saved. */
export function RightsEditor({ person, review, answer }: Props) {
  const { t } = useTranslation("rights");
  const { t: people } = useTranslation("people");
  const { locale } = usePage();
  const today = franceDay(useNow());
  const inForce = { ...person, grants: person.grants.filter((one) => !hasEnded(one, today)) };
  const shown = review ?? { role: person.role, grants: inForce.grants, reason: "" };
  const ended = person.grants.filter((one) => hasEnded(one, today) && !shown.grants.some((other) => isSameRight(one, other)));
  const everywhere = shown.grants.filter(({ sectorId }) => sectorId === null);
  const untils = Object.fromEntries(everywhere.map(({ permission, expiresOn }) => [untilOf(permission), expiresOn ?? undefined]));
  const hold = everywhere.map(({ permission }) => permission);
  const inSector = shown.grants.filter(({ sectorId }) => sectorId !== null);
  const defaultValue = { role: shown.role, hold, ...untils, inSector: inSector.map(writtenGrant), reason: shown.reason };
  const [form, fields] = usePageForm(schema, { id: "rights", answer, defaultValue });
  const names = new Map([
    ...person.sectors.map(({ id, name }) => [id, name] as const),
    ...person.grants.map(({ sectorId, sector }) => [sectorId ?? "", sector ?? ""] as const),
  ]);
  const sectorName = (id: string) => names.get(id) ?? "";
  const held = [fields.hold.initialValue].flat();
  return (
    <Form className="panel grid gap-6" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="over" value={rightsStateOf(person)} />
      <div className="max-w-sm">
        <SelectField
          field={fields.role}
          label={people("column.role")}
          hint={t("roleHint")}
          choices={roles.map((value) => ({ value, label: people(`role.${value}`) }))}
        />
      </div>
      <fieldset className="grid gap-4">
        <legend className="panel-title mb-3 font-extrabold">{t("rights")}</legend>
        <p className="hint">{t("expiresOn.hint")}</p>
        {everywherePermissions.map((permission) => {
          const { dangerous, byRole, grantable } = permissionFacts[permission];
          const endedOn = ended.find((one) => one.permission === permission && one.sectorId === null)?.expiresOn;
          return (
            <div key={permission} className="grid gap-x-6 gap-y-2 border-line border-t pt-4 sm:grid-cols-[1fr_13rem] sm:items-start">
              <label className="choice font-normal">
                <input type="checkbox" name="hold" value={permission} className="tick" defaultChecked={held.includes(permission)} />
                <span className="grid gap-1">
                  <span className="flex flex-wrap items-center gap-2">
                    <strong>{t(`name.${permission}`)}</strong>
                    {dangerous && (
                      <Badge meaning="danger" icon={TriangleAlert}>
                        {t("dangerous")}
                      </Badge>
                    )}
                  </span>
                  <small className="muted">
                    {t(`about.${permission}`)} {t("for", { roles: grantable.map((role) => people(`role.${role}`)).join(", ") })}
                    {byRole.length > 0 && ` ${t("given", { roles: byRole.map((role) => people(`role.${role}`)).join(", ") })}`}
                  </small>
                  {endedOn && <small className="muted">{t("expiresOn.ended", { date: writtenDay(locale, endedOn) })}</small>}
                </span>
              </label>
              <div className="pl-8.5 sm:pl-0">
                <TextField field={fields[untilOf(permission)]} type="date" min={today} label={t("expiresOn.label")} />
              </div>
            </div>
          );
        })}
      </fieldset>
      <SectorRights
        held={inSector}
        ended={ended.filter(({ sectorId }) => sectorId !== null)}
        ticked={[fields.inSector.initialValue].flat()}
        tickedToAdd={[fields.sectorHold.initialValue].flat()}
        fields={fields}
        sectors={person.sectors}
        sectorName={sectorName}
        today={today}
      />
      <TextField field={fields.reason} label={t("reason.label")} hint={t("reason.hint")} />
      {review && <RightsReview before={inForce} after={review} sectorName={sectorName} />}
      <p className="actions">
        {review && (
          <Submit name="intent" value="save">
            {t("save")}
          </Submit>
        )}
        <Submit name="intent" value="review" variant={review ? "line" : "primary"}>
          {t("review")}
        </Submit>
        <ButtonLink variant="line" to="/dashboard/admin/permissions">
          {t("cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}
