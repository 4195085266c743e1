import { useTranslation } from "react-i18next";
import type { Participant, ParticipantAction, ParticipantsQuery } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { bulkForm } from "~/lists/bulk";
import type { Column } from "~/lists/column";
import { DataTable } from "~/lists/table";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Link } from "~/ui/link";

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
  {
    key: "quota",
    header: (t) => t("events:participants.quota"),
    value: ({ quota }, _, locale) => readIn(locale, quota).text,
    card: "line",
  },
  { key: "partySize", header: (t) => t("events:participants.party"), value: ({ partySize }) => partySize, numeric: true, card: "named" },
  {
    key: "createdAt",
    header: (t) => t("events:participants.since"),
    value: ({ createdAt }) => new Date(createdAt),
    sortable: true,
    card: "none",
  },
];

/** The registrations of an event, each with a tick, and what can be done with those ticked. It works without script. */
export function ParticipantsTable({ rows, acts, query }: { rows: Participant[]; acts: ParticipantAction[]; query: ParticipantsQuery }) {
  const { t } = useTranslation("events");
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t("tabs.participants")}
        columns={columns}
        rows={rows}
        sort={query.sort}
        order={query.order}
        choose={{ nameOf: ({ name }) => name, all: false, ticked: false }}
      />
      <Form id={bulkForm} className="actions">
        {acts.map((act) => (
          <Submit key={act} name="intent" value={act} variant={act === "refuse" || act === "cancel" ? "danger" : "line"}>
            {t(`act.${act}`)}
          </Submit>
        ))}
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
