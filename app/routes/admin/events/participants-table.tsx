import { useTranslation } from "react-i18next";
import type { Participant, ParticipantAction } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";

/** The registrations of an event, each with a tick, and what can be done with those ticked. It works without script. */
export function ParticipantsTable({ rows, acts }: { rows: Participant[]; acts: ParticipantAction[] }) {
  const { t } = useTranslation("events");
  return (
    <Form className="grid gap-4">
      <div className="panel overflow-x-auto p-0">
        <table className="list-table">
          <caption className="sr-only">{t("tabs.participants")}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t("participants.choose")}</span>
              </th>
              <th scope="col">{t("participants.name")}</th>
              <th scope="col">{t("participants.status")}</th>
              <th scope="col">{t("participants.quota")}</th>
              <th scope="col">{t("participants.party")}</th>
              <th scope="col">{t("participants.since")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <label className="choice">
                    <input type="checkbox" name="ids" value={row.id} className="tick" />
                    <span className="sr-only">{row.name}</span>
                  </label>
                </td>
                <th scope="row">
                  {row.userId ? (
                    <Link to={`/dashboard/admin/users/${row.userId}/view`}>{row.name}</Link>
                  ) : (
                    t("participants.guest", { name: row.name })
                  )}
                </th>
                <td>
                  <RegistrationBadge status={row.status} />
                  {row.position && <small className="muted block">{t("participants.position", { position: row.position })}</small>}
                  {row.held && <small className="muted block">{t(`participants.held.${row.held}`)}</small>}
                </td>
                <td>
                  <LocalizedText of={row.quota} />
                </td>
                <td>{row.partySize}</td>
                <td>
                  <LocalDate value={row.createdAt} style="moment" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="actions">
        {acts.map((act) => (
          <Submit key={act} name="intent" value={act} variant={act === "refuse" || act === "cancel" ? "danger" : "line"}>
            {t(`act.${act}`)}
          </Submit>
        ))}
      </p>
    </Form>
  );
}
