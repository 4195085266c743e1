import { QrCode } from "lucide";
import { useTranslation } from "react-i18next";
import type { ComingEvent } from "#contract/charity/event-registrations";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** Whether somebody would be let in with their code. */
export const hasTicket = ({ cancelled, mine }: Pick<ComingEvent, "cancelled" | "mine">) =>
  !cancelled && (mine?.status === "confirmed" || mine?.status === "attended");

/** Leads to one's own ticket for an event. */
export function TicketLink({ id }: { id: string }) {
  const { t } = useTranslation("events");
  return (
    <Link to={`/dashboard/events/${id}/qrcode`} className="btn btn-line">
      <Icon of={QrCode} />
      {t("mine.ticket")}
    </Link>
  );
}
