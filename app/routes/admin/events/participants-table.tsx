import { useTranslation } from "react-i18next";
import {
  movableStatuses,
  type Participant,
  type ParticipantAction,
  type ParticipantsQuery,
  type Quota,
} from "#contract/charity/event-participants";
import type { EventQuestion } from "#contract/charity/event-questions";
import { liveStatuses } from "#contract/charity/event-registrations";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { bulkForm } from "~/lists/bulk";
import { type Column, emptyCell } from "~/lists/column";
import { DataTable } from "~/lists/table";
import { answerText } from "~/subjects/event-registrations/answer-text";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Link } from "~/ui/link";
import { MoveTarget } from "./move-form";

const quotaColumn: Column<Participant> = {
  key: "quota",
  header: (t) => t("events:participants.quota"),
  value: ({ quota }, _, locale) => readIn(locale, quota).text,
  card: "line",
};

const columns: Column<Participant>[] = [
  {
    key: "name",
    header: (t) => t("events:participants.name"),
    value: ({ name }) => name,
    cell: ({ userId, name, guestEmail }, t) =>
      userId ? (
        <Link to={`/dashboard/admin/users/${userId}/view`}>{name}</Link>
      ) : (
        <>
          {t("events:participants.guest", { name })}
          {guestEmail && <small className="muted block">{guestEmail}</small>}
        </>
      ),
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("events:participants.status"),
    value: ({ status }, t) => t(`events:status.${status}`),
    cell: (row) => <State of={row} />,
    sortable: true,
    card: "fact",
  },
  quotaColumn,
  { key: "partySize", header: (t) => t("events:participants.party"), value: ({ partySize }) => partySize, numeric: true, card: "named" },
  {
    key: "createdAt",
    header: (t) => t("events:participants.since"),
    value: ({ createdAt }) => new Date(createdAt),
    sortable: true,
    card: "none",
  },
];

/** The places of a row, with the link to the form that moves it to others. */
const placesToMove = (moveTo: (id: string) => string): Column<Participant> => ({
  ...quotaColumn,
  cell: (row, t, locale) => (
    <>
      {readIn(locale, row.quota).text}
      {movableStatuses.some((one) => one === row.status) && (
        <Link to={moveTo(row.id)} className="block" aria-label={t("events:move.rowLabel", { name: row.name })}>
          {t("events:move.row")}
        </Link>
      )}
    </>
  ),
});

/** Of somebody who takes part, the questions without an answer. */
export const unanswered = ({ status, answers }: Participant, questions: readonly EventQuestion[]) =>
  liveStatuses.some((one) => one === status) ? questions.filter(({ id }) => !answers.some(({ question }) => question === id)) : [];

/** Whether there is an answer that could be erased. */
export const hasAnswers = ({ answers }: Participant) => answers.some(({ erased }) => !erased);

/** What people answered to the questions of the event, each with its question; with a note where a required answer is missing. */
const answersColumn = (questions: readonly EventQuestion[], answersOf: (id: string) => string): Column<Participant> => ({
  key: "answers",
  header: (t) => t("event-questions:answers"),
  value: ({ answers }, t, locale) =>
    answers.length > 0 ? answers.map((one) => `${readIn(locale, one.label).text} : ${answerText(t, locale, one)}`).join("\n") : null,
  cell(row, t, locale) {
    const { id, name, answers } = row;
    const open = unanswered(row, questions);
    const missing = open.filter(({ required }) => required);
    if (answers.length === 0 && open.length === 0) return emptyCell;
    return (
      <>
        <dl className="grid gap-1">
          {answers.map((one) => (
            <div key={one.question}>
              <dt className="muted text-sm">{readIn(locale, one.label).text}</dt>
              <dd className={one.erased ? "muted" : undefined}>{answerText(t, locale, one)}</dd>
            </div>
          ))}
        </dl>
        {missing.length > 0 && <p className="font-semibold">{t("event-questions:forSomebody.missing", { count: missing.length })}</p>}
        {open.length > 0 && (
          <Link to={answersOf(id)} className="block" aria-label={t("event-questions:forSomebody.title", { name })}>
            {t("event-questions:forSomebody.row")}
          </Link>
        )}
        {hasAnswers(row) && (
          <Link to={answersOf(id)} className="block" aria-label={t("event-questions:erase.title", { name })}>
            {t("event-questions:erase.row")}
          </Link>
        )}
      </>
    );
  },
  card: "named",
});

type Props = {
  rows: Participant[];
  acts: ParticipantAction[];
  query: ParticipantsQuery;
  /** The places between which people are moved; none where there is no choice. */
  quotas: Quota[];
  moveTo: (id: string) => string;
  /** What the event asks. */
  questions: EventQuestion[];
  /** The page with the panels that erase an answer of one registration, and answer for it. */
  answersOf: (id: string) => string;
};

/** The registrations of an event, each with a tick, and what can be done with those ticked. It works without script. */
export function ParticipantsTable({ rows, acts, query, quotas, questions, moveTo, answersOf }: Props) {
  const { t } = useTranslation("events");
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t("tabs.participants")}
        columns={[
          ...columns.map((column) => (column === quotaColumn && quotas.length > 0 ? placesToMove(moveTo) : column)),
          ...(questions.length > 0 || rows.some(({ answers }) => answers.length > 0) ? [answersColumn(questions, answersOf)] : []),
        ]}
        rows={rows}
        sort={query.sort}
        order={query.order}
        choose={{ nameOf: ({ name }) => name, all: false, ticked: false }}
      />
      <Form id={bulkForm} className="grid gap-4">
        <p className="actions">
          {acts.map((act) => (
            <Submit key={act} name="intent" value={act} variant={act === "refuse" || act === "cancel" ? "danger" : "line"}>
              {t(`act.${act}`)}
            </Submit>
          ))}
        </p>
        {quotas.length > 0 && (
          <div className="flex flex-wrap items-end gap-3">
            <MoveTarget id="move-chosen" quotas={quotas} />
            <Submit name="intent" value="move" variant="line">
              {t("move.submit")}
            </Submit>
          </div>
        )}
      </Form>
    </div>
  );
}

/** The state, with the position of who waits, and why no free place was given to them. */
function State({ of: { status, position, held } }: { of: Participant }) {
  const { t } = useTranslation("events");
  return (
    <>
      <RegistrationBadge status={status} />
      {position && <small className="muted block">{t("participants.position", { position })}</small>}
      {held && <small className="muted block">{t(`participants.held.${held}`)}</small>}
    </>
  );
}
