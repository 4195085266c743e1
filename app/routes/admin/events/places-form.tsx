import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { Plus } from "lucide";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { eventDocumentKinds } from "#contract/charity/event-documents";
import type { participantsApi, RulesDraft } from "#contract/charity/event-participants";
import { participantRoles, reminders } from "#contract/charity/event-registrations";
import { franceWallTime } from "#contract/formats/france-time";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { Checkbox, ChoiceGroup, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/event-participants").then(({ RulesDraft }) => RulesDraft);

type Stored = z.output<typeof participantsApi.places.response>;
type Props = { places: Stored; answer: FormAnswer | undefined; submission: string };

const wall = (instant: string | null) => (instant ? franceWallTime(new Date(instant)) : undefined);
const ticked = (value: boolean) => (value ? "on" : undefined);

/** What the form begins with: the stored rules, or those that most events have. */
function valuesOf({ rules, quotas }: Stored) {
  if (!rules)
    return {
      ...{ roles: ["VOLUNTEER"], maxParty: 1, offerHours: 12, cancelUntilHours: 24, waitingList: "on" },
      ...{ alertsVolunteers: "on" },
      ...{ reminders: ["day"], quotas: [{ capacity: 10 }] },
    };
  return {
    ...rules,
    ...{ opensAt: wall(rules.opensAt), closesAt: wall(rules.closesAt) },
    ...{
      needsMembership: ticked(rules.needsMembership),
      needsTraining: ticked(rules.needsTraining),
      manual: ticked(rules.manual),
      guests: ticked(rules.guests),
      waitingList: ticked(rules.waitingList),
      alertsVolunteers: ticked(rules.alertsVolunteers),
    },
    quotas: quotas.map((quota) => ({
      ...quota,
      ...{ startsAt: wall(quota.startsAt), endsAt: wall(quota.endsAt) },
      ...{ needsDriver: ticked(quota.needsDriver), leadOnly: ticked(quota.leadOnly) },
    })),
  };
}

/** Who may register for an event, until when, and for which places. */
export function PlacesForm({ places, answer, submission }: Props) {
  const { t } = useTranslation("events");
  const { t: documents } = useTranslation("documents");
  const [form, fields] = usePageForm(schema, { id: "places", answer, defaultValue: valuesOf(places) as never });
  const quotas = fields.quotas.getFieldList();
  const roles = participantRoles.map((role) => ({ value: role, label: t(`role.${role}`) }));
  return (
    <StarRequired when>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-5">
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary form={form} />
        <StarNote />
        {places.rules && (
          <input type="hidden" name="version" value={String(answer?.result.initialValue?.version ?? places.rules.version)} />
        )}
        <Panel title={t("rules.who")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <ChoiceGroup field={fields.roles} label={t("rules.roles")} choices={roles} several />
            <TextField field={fields.minAge} type="number" label={t("rules.minAge")} />
            <Checkbox field={fields.needsMembership} label={t("rules.needsMembership")} />
            <Checkbox field={fields.needsTraining} label={t("rules.needsTraining")} hint={t("rules.needsTrainingHint")} />
            <ChoiceGroup
              field={fields.needsDocuments}
              label={t("rules.needsDocuments")}
              hint={t("rules.needsDocumentsHint")}
              choices={eventDocumentKinds.map((kind) => ({ value: kind, label: documents(`kinds.${kind}`) }))}
              several
            />
            <Checkbox field={fields.guests} label={t("rules.guests")} hint={t("rules.guestsHint")} />
            <Checkbox field={fields.manual} label={t("rules.manual")} hint={t("rules.manualHint")} />
          </div>
        </Panel>
        <ol className="grid gap-5">
          {quotas.map((quota, at) => (
            <li key={quota.key}>
              <QuotaFields
                form={form}
                list={fields.quotas.name}
                at={at}
                field={quota}
                roles={roles}
                stored={places.quotas}
                alone={quotas.length === 1}
              />
            </li>
          ))}
        </ol>
        <p>
          <Button {...form.insert.getButtonProps({ name: fields.quotas.name })} variant="line">
            <Icon of={Plus} />
            {t("rules.addQuota")}
          </Button>
        </p>
        <Panel title={t("rules.when")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.opensAt} type="datetime-local" label={t("rules.opensAt")} hint={t("rules.opensAtHint")} />
            <TextField field={fields.closesAt} type="datetime-local" label={t("rules.closesAt")} hint={t("rules.closesAtHint")} />
            <TextField field={fields.cancelUntilHours} type="number" label={t("rules.cancelUntilHours")} />
            <TextField field={fields.maxParty} type="number" label={t("rules.maxParty")} />
            <TextField field={fields.hoursCredit} type="number" label={t("rules.hoursCredit")} hint={t("rules.hoursCreditHint")} />
            <TextField field={fields.totalCapacity} type="number" label={t("rules.totalCapacity")} hint={t("rules.totalCapacityHint")} />
          </div>
        </Panel>
        <Panel title={t("rules.waiting")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Checkbox field={fields.waitingList} label={t("rules.waitingList")} />
            <Checkbox field={fields.alertsVolunteers} label={t("rules.alertsVolunteers")} hint={t("rules.alertsVolunteersHint")} />
            <TextField field={fields.offerHours} type="number" label={t("rules.offerHours")} hint={t("rules.offerHoursHint")} />
          </div>
        </Panel>
        <Panel title={t("rules.reminding")}>
          <ChoiceGroup
            field={fields.reminders}
            label={t("rules.reminders")}
            hint={t("rules.remindersHint")}
            choices={reminders.map((reminder) => ({ value: reminder, label: t(`reminder.${reminder}`) }))}
            several
          />
        </Panel>
        <p>
          <Submit name="intent" value="save">
            {t("rules.save")}
          </Submit>
        </p>
      </Form>
    </StarRequired>
  );
}

type QuotaProps = {
  form: ReturnType<typeof usePageForm<typeof RulesDraft>>[0];
  list: string;
  at: number;
  field: FieldMetadata<z.input<typeof RulesDraft>["quotas"][number]>;
  roles: { value: string; label: string }[];
  stored: Stored["quotas"];
  alone: boolean;
};

function QuotaFields({ form, list, at, field, roles, stored, alone }: QuotaProps) {
  const { t } = useTranslation("events");
  const fields = field.getFieldset();
  const label = fields.label.getFieldset();
  const known = stored.find(({ id }) => id === fields.id.initialValue);
  return (
    <Panel title={t("rules.quota", { number: at + 1 })}>
      {known && <input type="hidden" name={fields.id.name} value={known.id} />}
      {known && known.taken + known.waiting > 0 && (
        <p className="mb-3 font-semibold">{t("rules.taken", { taken: known.taken, waiting: known.waiting })}</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={label.fr} label={t("rules.labelFr")} hint={t("rules.labelHint")} lang="fr" />
        <TextField field={label.en} label={t("rules.labelEn")} lang="en" />
        <TextField field={fields.capacity} type="number" label={t("rules.capacity")} />
        <ChoiceGroup field={fields.roles} label={t("rules.quotaRoles")} hint={t("rules.quotaRolesHint")} choices={roles} several />
        <TextField field={fields.startsAt} type="datetime-local" label={t("rules.slotStart")} hint={t("rules.slotHint")} />
        <TextField field={fields.endsAt} type="datetime-local" label={t("rules.slotEnd")} />
        <Checkbox field={fields.needsDriver} label={t("rules.needsDriver")} hint={t("rules.needsDriverHint")} />
        <Checkbox field={fields.leadOnly} label={t("rules.leadOnly")} hint={t("rules.leadOnlyHint")} />
      </div>
      {!alone && !known?.taken && !known?.waiting && (
        <p className="mt-3">
          <Button {...form.remove.getButtonProps({ name: list as never, index: at })} small variant="line">
            {t("rules.removeQuota")}
          </Button>
        </p>
      )}
    </Panel>
  );
}
