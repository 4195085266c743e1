import { getFormProps } from "@conform-to/react";
import { Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { EventDay } from "#contract/charity/event-day";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { buttonClass } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { Panel } from "~/ui/panel";
import { telephone } from "~/ui/telephone";
import { PersonLink } from "./person-link";

const schema = () => import("#contract/charity/event-day").then(({ ContactDraft }) => ContactDraft);

type Props = { contact: EventDay["contact"]; answer: FormAnswer | undefined; submission: string };

/** Who is in charge of an event, with a button that calls them, and the form that names somebody else. */
export function ContactPanel({ contact, answer, submission }: Props) {
  const { t } = useTranslation("events");
  const [form, fields] = usePageForm(schema, { id: "contact", answer, defaultValue: { contactEmail: contact?.email } });
  return (
    <Panel title={t("contact.title")}>
      {contact ? (
        <p className="flex items-center justify-between gap-3">
          <PersonLink userId={contact.userId} className="min-w-0 wrap-anywhere">
            {contact.name}
          </PersonLink>
          {contact.phone ? (
            <a className={buttonClass("line")} href={telephone(contact.phone)} aria-label={t("day.call", { name: contact.name })}>
              <Icon of={Phone} />
            </a>
          ) : (
            <small className="muted">{t("day.noPhone")}</small>
          )}
        </p>
      ) : (
        <p className="muted">{t("contact.nobody")}</p>
      )}
      <Disclosure summary={t("contact.change")} open={answer !== undefined}>
        <Form submission={submission} {...getFormProps(form)} className="mt-3 grid gap-4">
          <ErrorSummary form={form} />
          <TextField field={fields.contactEmail} type="email" label={t("contact.email")} hint={t("contact.hint")} />
          <p>
            <Submit name="intent" value="contact" variant="line">
              {t("contact.save")}
            </Submit>
          </p>
        </Form>
      </Disclosure>
    </Panel>
  );
}
