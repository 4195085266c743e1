import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson, OfferedPlace } from "#contract/charity/event-registrations";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { QuestionFields, questionLabels } from "./question-fields";

/** Looks for somebody who takes one's own place over, or stops to. */
export function ReplacementForm({ replacement }: Pick<EventForPerson, "replacement">) {
  const { t } = useTranslation("events");
  if (!replacement) return null;
  const { wanted } = replacement;
  return (
    <Form className="mt-4 grid gap-2">
      <p className={wanted ? "font-semibold" : "muted"}>{t(wanted ? "replacement.wanted" : "replacement.hint")}</p>
      <p>
        <Submit name="intent" value={wanted ? "stay" : "seek"} variant="line">
          {t(wanted ? "replacement.stay" : "replacement.seek")}
        </Submit>
      </p>
    </Form>
  );
}

type WithQuestions = Pick<EventForPerson, "questions" | "mine">;

/** The questions that somebody answers who takes a place over: those to which they gave no answer when they began to wait. */
export const openQuestions = ({ questions, mine }: WithQuestions) =>
  mine?.status === "waiting" ? questions.filter(({ id }) => !mine.answers.some(({ question }) => question === id)) : questions;

/** Whether these come first. Who waits has left optional ones out. */
export const mustAnswer = (event: WithQuestions) =>
  openQuestions(event).some(({ required }) => required || event.mine?.status !== "waiting");

/** The place that a link names, `?replacement=`: whether it is gone, and the place itself where a form with questions is needed for it. */
export function namedPlace(event: EventForPerson, registrationId: string | null): { gone: boolean; taking: OfferedPlace | null } {
  const place = event.offeredPlaces.find((one) => one.registrationId === registrationId);
  const gone = registrationId !== null && !place && event.mine?.status !== "confirmed";
  return { gone, taking: place && !place.refused && mustAnswer(event) ? place : null };
}

/** Places whose people look for a replacement: the first who accepts takes one. `gone` is whether the reader follows the link of one that is none any more. */
export function OfferedPlaces({ event, gone }: { event: EventForPerson; gone: boolean }) {
  const { t } = useTranslation("events");
  const { offeredPlaces: places } = event;
  if (places.length === 0 && !gone) return null;
  return (
    <Panel title={t("replacement.title")}>
      {gone && <p role="status">{t("replacement.gone")}</p>}
      {places.length > 0 && <p className="muted">{t("replacement.about")}</p>}
      <ul className="rows">
        {places.map((place) => (
          <li key={place.registrationId} className="flex-wrap">
            <PlaceName place={place} />
            {!place.refused && <Take place={place} event={event} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PlaceName({ place: { quota, startsAt, endsAt, refused } }: { place: OfferedPlace }) {
  const { t } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <p className="min-w-0 flex-1">
      <strong>
        <LocalizedText of={quota} />
      </strong>
      {startsAt && endsAt && <small className="muted block">{timeText(locale, translate, { startsAt, endsAt })}</small>}
      {refused && <small className="block">{t(`refused.${refused}`)}</small>}
    </p>
  );
}

/** The button that takes a place over, or leads to the form with the questions of the event. */
function Take({ place: { registrationId }, event }: { place: OfferedPlace; event: EventForPerson }) {
  const { t } = useTranslation("events");
  if (mustAnswer(event))
    return (
      <ButtonLink variant="ink" to={`/dashboard/events/${event.id}?replacement=${registrationId}`}>
        {t("replacement.takeOver")}
      </ButtonLink>
    );
  return (
    <Form>
      <input type="hidden" name="registrationId" value={registrationId} />
      <Submit name="intent" value="takeOver" variant="ink">
        {t("replacement.takeOver")}
      </Submit>
    </Form>
  );
}

const schema = () => import("#contract/charity/event-registrations").then(({ TakeOverDraft }) => TakeOverDraft);

type Props = { place: OfferedPlace; questions: EventForPerson["questions"]; answer: FormAnswer | undefined; submission: string };

/** Takes a place over, with answers to the questions of the event. */
export function TakeOverForm({ place, questions, answer, submission }: Props) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "takeOver", answer });
  return (
    <Panel title={t("replacement.takeOver")}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={questionLabels(locale, questions)} />
        <PlaceName place={place} />
        <input type="hidden" name={fields.registrationId.name} value={place.registrationId} />
        <QuestionFields field={fields.answers} questions={questions} />
        <p>
          <Submit name="intent" value="takeOver">
            {t("replacement.takeOver")}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}
