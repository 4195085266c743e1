import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { contactWays, type StoredProfile } from "#contract/accounts/account";
import { writtenDay } from "#contract/formats/france-time";
import { localeDetails, locales } from "#contract/formats/locale";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";

const schema = () => import("#contract/accounts/account").then(({ OwnProfile }) => OwnProfile);

type Props = { profile: StoredProfile; answer: FormAnswer | undefined };

/** Name, how to reach the person, date of birth, and language of mails. */
export function IdentityForm({ profile, answer }: Props) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "identity", answer, defaultValue: profile });
  const labels = {
    firstName: t("identity.firstName"),
    lastName: t("identity.lastName"),
    phone: t("identity.phone"),
    preferredContact: t("identity.contact"),
    birthDate: t("identity.birthDate"),
  };
  const ways = contactWays.map((value) => ({ value, label: t(`identity.ways.${value}`) }));
  const typed = answer?.result.initialValue;
  return (
    <Panel title={t("identity.title")}>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="version" value={formVersion(answer, profile.version) ?? ""} />
        {!!answer?.current && (
          <ChangedMeanwhile
            facts={[
              { label: labels.firstName, value: profile.firstName, typed: typed?.firstName },
              { label: labels.lastName, value: profile.lastName, typed: typed?.lastName },
              { label: labels.phone, value: profile.phone, typed: typed?.phone },
              { label: t("identity.language"), value: localeDetails[profile.locale].name, typed: nameOf(typed?.locale) },
            ]}
          />
        )}
        <p>
          <span className="muted block text-sm">{t("identity.email")}</span>
          <strong className="block">{profile.email}</strong>
          <Link to="/account/settings/sessions">{t("email.change")}</Link>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
          <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
          <TextField field={fields.phone} type="tel" label={labels.phone} hint={t("identity.phoneHint")} autoComplete="tel" />
          <SelectField
            field={fields.preferredContact}
            label={labels.preferredContact}
            hint={t("identity.contactHint")}
            empty={t("identity.anyWay")}
            choices={ways}
          />
        </div>
        {profile.mayGiveBirthDate && (
          <TextField field={fields.birthDate} type="date" label={labels.birthDate} hint={t("identity.birthDateHint")} autoComplete="bday" />
        )}
        {profile.birthDate && (
          <p>
            <span className="muted block text-sm">{labels.birthDate}</span>
            <strong className="block">{writtenDay(locale, profile.birthDate)}</strong>
            <Link to="/account/settings/privacy">{t("identity.birthDateWrongHere")}</Link>
          </p>
        )}
        <ChoiceGroup
          field={fields.locale}
          label={t("identity.language")}
          hint={t("identity.languageHint")}
          choices={locales.map((one) => ({ value: one, label: localeDetails[one].name }))}
        />
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}

const nameOf = (typed: unknown) => locales.filter((one) => one === typed).map((one) => localeDetails[one].name)[0];
