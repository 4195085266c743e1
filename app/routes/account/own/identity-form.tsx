import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { OwnProfile } from "#contract/accounts/account";
import { localeDetails, locales } from "#contract/formats/locale";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/account").then(({ OwnProfile }) => OwnProfile);

type Props = { profile: OwnProfile & { email: string }; answer: FormAnswer | undefined };

/** Name, telephone, and language of mails. */
export function IdentityForm({ profile, answer }: Props) {
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "identity", answer, defaultValue: profile });
  return (
    <Panel title={t("identity.title")}>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary
          form={form}
          labels={{ firstName: t("identity.firstName"), lastName: t("identity.lastName"), phone: t("identity.phone") }}
        />
        <p>
          <span className="muted block text-sm">{t("identity.email")}</span>
          <strong className="block">{profile.email}</strong>
          <Link to="/account/settings/sessions">{t("email.change")}</Link>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.firstName} label={t("identity.firstName")} autoComplete="given-name" />
          <TextField field={fields.lastName} label={t("identity.lastName")} autoComplete="family-name" />
        </div>
        <TextField field={fields.phone} type="tel" label={t("identity.phone")} hint={t("identity.phoneHint")} autoComplete="tel" />
        <ChoiceGroup
          field={fields.locale}
          label={t("identity.language")}
          hint={t("identity.languageHint")}
          choices={locales.map((locale) => ({ value: locale, label: localeDetails[locale].name }))}
        />
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
