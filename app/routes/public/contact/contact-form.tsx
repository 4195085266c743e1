import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ContactTopic, contactTopics } from "#contract/charity/contact";
import type { SectorName } from "#contract/charity/sectors";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/charity/contact").then(({ ContactDraft }) => ContactDraft);

type Props = {
  sectors: SectorName[];
  proof: string;
  requested: { topic?: string; team?: string; about?: string };
  answer: FormAnswer | undefined;
};

/** The query may preset the form: `/contact?topic=press`, `?team=<id>`, `?service=<first letters of an id>`, `?receipt=<number>`. */
export function ContactForm({ sectors, proof, requested, answer }: Props) {
  const { t } = useTranslation("contact");
  const defaultValue = {
    topic: ContactTopic.safeParse(requested.topic).data,
    team: sectors.find(({ id }) => id === requested.team)?.id,
    message: requested.about && `${requested.about}\n\n`,
  };
  const [form, fields] = usePageForm(schema, { id: "contact", answer, defaultValue });
  return (
    <Form className="grid gap-6" {...getFormProps(form)} action="/contact">
      <ErrorSummary
        form={form}
        labels={{
          topic: t("field.topic"),
          team: t("field.team"),
          name: t("field.name"),
          email: t("field.email"),
          message: t("field.message"),
        }}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          field={fields.topic}
          label={t("field.topic")}
          empty={t("field.chooseTopic")}
          choices={contactTopics.map((value) => ({ value, label: t(`topic.${value}`) }))}
        />
        <SelectField
          field={fields.team}
          label={t("field.team")}
          empty={t("field.nationalTeam")}
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField field={fields.name} label={t("field.name")} autoComplete="name" />
        <TextField field={fields.email} type="email" label={t("field.email")} autoComplete="email" />
      </div>
      <TextArea field={fields.message} label={t("field.message")} rows={8} />
      <Checkbox field={fields.copy} label={t("field.copy")} />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <p className="actions">
        <Submit>{t("submit")}</Submit>
      </p>
    </Form>
  );
}
