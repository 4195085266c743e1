import { ArrowRightLeft, Check, Ticket, UserCheck, UserMinus, UserX, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { PageOf } from "#contract/api/endpoint";
import type { Participant, ParticipantsQuery } from "#contract/charity/event-participants";
import type { EventQuestion } from "#contract/charity/event-questions";
import { liveStatuses } from "#contract/charity/event-registrations";
import { movableStatuses, type ParticipantAction } from "#contract/charity/participant-acts";
import { readIn } from "#contract/formats/localized-text";
import { BulkForm } from "~/lists/bulk";
import { type Column, emptyCell } from "~/lists/column";
import { DataTable } from "~/lists/table";
import { answerText } from "~/subjects/event-registrations/answer-text";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { PersonLink } from "./person-link";

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
        <PersonLink userId={userId}>{name}</PersonLink>
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
  alwaysShown: true,
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

/** What the team notes about a registration, with the link to its form. */
const noteColumn = (noteOf: (id: string) => string): Column<Participant> => ({
  key: "note",
  header: (t) => t("events:note.label"),
  alwaysShown: true,
  value: ({ note }) => note || null,
  cell: ({ id, name, note }, t) => (
    <>
      {note && <span className="whitespace-pre-line">{note}</span>}
      <Link to={noteOf(id)} className="block" aria-label={t(note ? "events:note.changeOf" : "events:note.addOf", { name })}>
        {t(note ? "events:note.change" : "events:note.add")}
      </Link>
    </>
  ),
  card: "named",
});

const icons: Record<ParticipantAction, typeof Check> = {
  confirm: Check,
  refuse: X,
  cancel: UserX,
  promote: Ticket,
  attended: UserCheck,
  no_show: UserMinus,
};

type Props = {
  page: PageOf<Participant>;
  /** The list, whose page `bulk` shows what an act changes before it does. */
  path: string;
  acts: ParticipantAction[];
  query: ParticipantsQuery;
  /** Whether all that match are chosen, and whether those on the page are at first. */
  all: boolean;
  ticked: boolean;
  /** Whether people are moved between groups of places. */
  moves: boolean;
  /** Those of the columns that are shown. */
  columns: Column<Participant>[];
};

type Links = {
  /** What the event asks. */
  questions: EventQuestion[];
  /** The page with the form that moves a registration; none where there are no other places. */
  moveTo?: (id: string) => string;
  /** The page with the form of the team's note. */
  noteOf: (id: string) => string;
  /** The page with the panels that erase an answer of one registration, and answer for it. */
  answersOf: (id: string) => string;
};

/** The columns of the list: those of its event, with links to the forms about one registration. */
export const participantColumns = (rows: Participant[], { questions, moveTo, noteOf, answersOf }: Links): Column<Participant>[] => [
  ...columns.map((column) => (column === quotaColumn && moveTo ? placesToMove(moveTo) : column)),
  ...(questions.length > 0 || rows.some(({ answers }) => answers.length > 0) ? [answersColumn(questions, answersOf)] : []),
  noteColumn(noteOf),
];

/** The registrations of an event, and what can be done with those that are chosen. */
export function ParticipantsTable(props: Props) {
  const { page, path, acts, query, all, ticked, moves } = props;
  const { t } = useTranslation("events");
  const actions = acts.map((act) => ({ name: act as string, label: t(`act.${act}`), icon: icons[act] }));
  return (
    <BulkForm
      page={page}
      actions={moves ? [...actions, { name: "move", label: t("move.submit"), icon: ArrowRightLeft }] : actions}
      to={`${path}/bulk`}
      all={all}
      ticked={ticked}
      chosen={(count) => t("participants.chosen", { count })}
    >
      <DataTable
        caption={t("tabs.participants")}
        columns={props.columns}
        rows={page.items}
        sort={query.sort}
        order={query.order}
        choose={{ nameOf: ({ name }) => name, all, ticked }}
      />
    </BulkForm>
  );
}

/** The state, with the position of who waits, and why no free place was given to them. */
function State({ of: { status, position, held, awayAt, lacksDocuments, lackingDocuments } }: { of: Participant }) {
  const { t } = useTranslation("events");
  const { t: documents } = useTranslation("documents");
  const { locale } = usePage();
  const lacking = lackingDocuments.map((kind) => documents(`kinds.${kind}`));
  return (
    <>
      <RegistrationBadge status={status} />
      {position && <small className="muted block">{t("participants.position", { position })}</small>}
      {awayAt && <small className="block font-semibold text-danger">{t("participants.away")}</small>}
      {lacksDocuments && (
        <small className="block font-semibold text-danger">
          {lacking.length > 0
            ? t("participants.lacking", { documents: new Intl.ListFormat(locale).format(lacking) })
            : t("participants.lackingSome")}
        </small>
      )}
      {held && <small className="muted block">{t(`participants.held.${held}`)}</small>}
    </>
  );
}
