import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { hourText } from "#contract/formats/france-time";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { LackingDocuments } from "./lacking-documents";
import { QuestionFields, questionLabels } from "./question-fields";

const schema = () => import("#contract/charity/event-registrations").then(({ RegistrationDraft }) => RegistrationDraft);

type Props = { event: EventForPerson; answer: FormAnswer | undefined; submission: string };

/** Takes a place in an event, or one in its waiting list; where the reader can take none, says why. */
export function RegistrationForm({ event, answer, submission }: Props) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const { phase, opensAt, quotas, waitingList, manual } = event;
  if (quotas.some(({ refused }) => refused === "guest")) return <AsGuest submission={submission} />;
  const open = quotas.filter(({ refused }) => !refused);
  const isOpen = phase === "open" || (phase === "full" && waitingList);
  if (isOpen && open.length > 0) return <Fields event={event} answer={answer} submission={submission} manual={manual} />;
  const reason = quotas.find(({ refused }) => refused)?.refused;
  if (isOpen && reason === "documents") return <LackingDocuments kinds={event.lackingDocuments} />;
  return (
    <Panel title={t(phase === "none" ? "register.comeAlong" : "register.title")}>
      <p>
        {phase === "not_open" && opensAt
          ? t("register.opens", { moment: formatDate(locale, opensAt, "moment") })
          : isOpen && reason
            ? t(`refused.${reason}`)
            : t(`register.phase.${isOpen ? "none" : phase}`)}
      </p>
    </Panel>
  );
}

/** Whoever registered without their account, with its address, gets the link to that registration once more. */
function AsGuest({ submission }: Pick<Props, "submission">) {
  const { t } = useTranslation("events");
  return (
    <Panel title={t("mine.registration")}>
      <p>{t("refused.guest")}</p>
      <Form submission={submission} className="mt-4">
        <Submit name="intent" value="guestLink" variant="line">
          {t("register.guestLink")}
        </Submit>
      </Form>
    </Panel>
  );
}

function Fields({ event, answer, submission, manual }: Props & { manual: boolean }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const open = event.quotas.filter(({ refused }) => !refused);
  const [form, fields] = usePageForm(schema, {
    id: "registration",
    answer,
    defaultValue: { quotaId: open.length === 1 ? open[0]?.id : undefined, partySize: 1 },
  });
  const full = open.every(({ free }) => free === 0);
  const choices = open.map(({ id, label, free, startsAt, endsAt }) => ({
    value: id,
    label: label[locale] || label.fr,
    hint: [
      startsAt && endsAt && t("register.slot", { from: hourText(locale, new Date(startsAt)), to: hourText(locale, new Date(endsAt)) }),
      free > 0 ? t("placesLeft", { count: free }) : t("phase.full"),
    ]
      .filter(Boolean)
      .join(", "),
  }));
  return (
    <Panel title={t("register.title")}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={questionLabels(locale, event.questions)} />
        <ChoiceGroup field={fields.quotaId} label={t("register.as")} choices={choices} cards />
        {event.maxParty > 1 && (
          <TextField
            field={fields.partySize}
            type="number"
            label={t("register.party")}
            hint={t("register.partyHint", { count: event.maxParty })}
          />
        )}
        <QuestionFields field={fields.answers} questions={event.questions} />
        {full && <p>{t("register.fullHint")}</p>}
        {manual && !full && <p>{t("register.manualHint")}</p>}
        <p>
          <Submit name="intent" value="register">
            {t(full ? "register.wait" : manual ? "register.ask" : "register.take")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
