import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { confirmedWithinHours } from "#contract/charity/event-guests";
import type { EventPage, PublicRegistration } from "#contract/charity/public-events";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { SpamGuard } from "~/forms/spam-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { QuestionFields, questionLabels } from "~/subjects/event-registrations/question-fields";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { QuotaChoice } from "./quota-choice";

const schema = () => import("#contract/charity/event-guests").then(({ GuestDraft }) => GuestDraft);

/** `erasedAfter`: days from the end of the event until a guest's data goes. */
type Props = { event: EventPage; booking: "book" | "ask" | "wait"; erasedAfter: number; proof: string; answer: FormAnswer | undefined };

/** Place, number, name and address: nothing counts before the link in the mail is pressed. */
export function GuestForm(props: Props) {
  const { registration } = props.event;
  return registration && <Fields {...props} registration={registration} />;
}

function Fields({ event, booking, registration, erasedAfter, proof, answer }: Props & { registration: PublicRegistration }) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  const { quotas, maxParty, manual, questions } = registration;
  const open = quotas.filter(({ guests }) => guests);
  const first = open.length === 1 ? open[0]?.id : undefined;
  const [form, fields] = usePageForm(schema, { id: "guest", answer, defaultValue: { quotaId: first, partySize: 1 } });
  return (
    <Form {...getFormProps(form)} className="mt-5 grid gap-5" action={`/events/${event.id}#book`}>
      <ErrorSummary
        form={form}
        labels={{
          ...{ quotaId: t("form.quota"), partySize: t("form.party"), name: t("form.name"), email: t("form.email") },
          ...questionLabels(locale, questions),
        }}
      />
      <SpamGuard proof={proof} fields={fields} refused={!!form.errors} />
      <QuotaChoice field={fields.quotaId} quotas={open} waitingList={registration.waitingList} />
      {maxParty > 1 && (
        <TextField field={fields.partySize} type="number" label={t("form.party")} hint={t("form.partyHint", { count: maxParty })} />
      )}
      <TextField field={fields.name} label={t("form.name")} autoComplete="name" />
      <TextField field={fields.email} type="email" label={t("form.email")} hint={t("form.emailHint")} autoComplete="email" />
      <QuestionFields field={fields.answers} questions={questions} />
      {booking === "wait" && <p>{t("form.full")}</p>}
      {manual && booking === "ask" && <p>{t("form.manual")}</p>}
      <div>
        <Submit>{t(booking)}</Submit>
      </div>
      <p className="muted text-sm">{t("form.then", { hours: confirmedWithinHours })}</p>
      <p className="muted text-sm">
        {t(questions.length > 0 ? "form.dataAnswers" : "form.data", { days: erasedAfter })} <Link to="/gdpr">{t("form.privacy")}</Link>
      </p>
      <p className="muted text-sm">
        {t("form.account")} <Link to={`/dashboard/events/${event.id}`}>{t("form.login")}</Link>
        {t("form.rest")}
      </p>
    </Form>
  );
}
