import { Printer } from "lucide";
import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

/** The list of attendance to print, with the answers to the questions of the event where it has some. */
export function AttendanceLinks({ eventId, asks }: { eventId: string; asks: boolean }) {
  const { t } = useTranslation("events");
  const door = useTranslation("door").t;
  const { locale } = usePage();
  const sheet = pathIn(locale, `/dashboard/admin/events/${eventId}/qrcodes.pdf?format=attendance`);
  return (
    <p className="actions">
      <a className="btn btn-line" href={sheet} download>
        <Icon of={Printer} />
        {door("codes.attendance")}
      </a>
      {asks && (
        <a className="btn btn-line" href={`${sheet}&answers=yes`} download>
          <Icon of={Printer} />
          {t("participants.attendanceWithAnswers")}
        </a>
      )}
    </p>
  );
}
