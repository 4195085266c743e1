import { getFormProps } from "@conform-to/react";
import { useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { contactWays } from "#contract/accounts/account";
import type { PersonToEdit } from "#contract/accounts/person-edit";
import { localeDetails, locales } from "#contract/formats/locale";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { Checkbox, ChoiceGroup, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { pathIn } from "~/i18n/locale-of-path";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/person-edit").then(({ EditedPerson }) => EditedPerson);

type Props = { person: z.output<typeof PersonToEdit>; answer: FormAnswer | undefined };

/** Who a person is, how to reach them, and in which team. The person is notified of the changes. */
export function PersonForm({ person, answer }: Props) {
  const { id } = useParams();
  const { t } = useTranslation("people");
  const { t: account } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "person", answer, defaultValue: person });
  // A refused edit retains the version it began with: pressing again does not overwrite what somebody else saved.
  const begun = answer?.result.initialValue?.version;
  const version = typeof begun === "string" ? begun : person.version;
  const labels = {
    firstName: t("edit.field.firstName"),
    lastName: t("edit.field.lastName"),
    phone: t("edit.field.phone"),
    preferredContact: t("edit.field.preferredContact"),
    birthDate: t("edit.field.birthDate"),
    sectorId: t("edit.field.sectorId"),
  };
  return (
    <StarRequired when>
      <Panel title={t("edit.title")}>
        <Form className="grid gap-5" {...getFormProps(form)}>
          <ErrorSummary form={form} labels={labels} />
          <StarNote />
          <input type="hidden" name="version" value={version} />
          {version !== person.version && <ReopenForm />}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.firstName} label={labels.firstName} />
            <TextField field={fields.lastName} label={labels.lastName} />
            <TextField field={fields.phone} type="tel" label={labels.phone} />
            <SelectField
              field={fields.preferredContact}
              label={labels.preferredContact}
              empty={account("identity.anyWay")}
              choices={contactWays.map((value) => ({ value, label: account(`identity.ways.${value}`) }))}
            />
            {!person.withheld && <TextField field={fields.birthDate} type="date" label={labels.birthDate} />}
          </div>
          <SelectField
            field={fields.sectorId}
            label={labels.sectorId}
            empty={t("edit.noTeam")}
            choices={person.sectors.map(({ id: value, name }) => ({ value, label: name }))}
          />
          <ChoiceGroup
            field={fields.locale}
            label={account("identity.language")}
            hint={t("edit.languageHint")}
            choices={locales.map((locale) => ({ value: locale, label: localeDetails[locale].name }))}
          />
          <Checkbox field={fields.isStaffMember} label={t("edit.field.isStaffMember")} hint={t("edit.staffHint")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.mattermostId} label={t("edit.mattermost")} />
            <TextField field={fields.microsoftId} label={t("edit.microsoft")} />
          </div>
          <p className="muted">{t("edit.mailNotice")}</p>
          <p className="actions">
            <Submit>{t("edit.save")}</Submit>
            <ButtonLink variant="line" to={`/dashboard/admin/users/${id}/view`}>
              {t("cancel")}
            </ButtonLink>
          </p>
        </Form>
      </Panel>
    </StarRequired>
  );
}

/** Shown where somebody else saved the person first. */
export function ReopenForm() {
  const { id } = useParams();
  const { locale } = usePage();
  const { t } = useTranslation("people");
  return (
    <p className="rounded-lg bg-primary-soft px-5 py-4" role="status">
      {t("edit.changed")} <a href={pathIn(locale, `/dashboard/admin/users/${id}/edit`)}>{t("edit.reopen")}</a>
    </p>
  );
}
