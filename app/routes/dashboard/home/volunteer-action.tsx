import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { writtenDay } from "#contract/formats/france-time";
import { useTranslate } from "~/i18n/use-translate";
import { startText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";

export type Act = { title: ReactNode; text: ReactNode; cta: string; to: string; more?: { label: string; to: string } };

/** What a volunteer does next: the date that they registered for, a document that ends, hours to note, else a date to find. Null for the others. */
export function useVolunteerAction(next: Dashboard["next"]): Act | null {
  const { t } = useTranslation("dashboard");
  const events = useTranslation("events").t;
  const translate = useTranslate();
  const { locale } = usePage();
  if (!next) return null;
  const { registration, ending, hours } = next;
  const toHours = { label: t("band.hours.cta"), to: "/dashboard/volunteer-hours" };
  if (registration) {
    const { id, title, startsAt, placeName, online, status } = registration;
    return {
      title: <LocalizedText of={title} />,
      text: `${startText(locale, translate, startsAt)}, ${placeText(translate, { placeName, online })}. ${events(`mine.status.${status}`)}.`,
      cta: t("band.next.cta"),
      to: `/dashboard/events/${id}`,
      more: hours ? toHours : { label: t("band.next.all"), to: "/dashboard/my-events" },
    };
  }
  if (ending) {
    const { document, day } = ending;
    return {
      title: t(`band.ending.${document}`, { day: writtenDay(locale, day) }),
      text: t("band.ending.text"),
      cta: t("band.ending.cta"),
      to: "/account/settings/driving",
      more: hours ? toHours : undefined,
    };
  }
  if (hours) {
    const { title, startsAt } = hours;
    return {
      title: t("band.hours.title", { date: formatDate(locale, startsAt, "weekday") }),
      text: (
        <>
          <LocalizedText of={title} />. {t("band.hours.text")}
        </>
      ),
      cta: toHours.label,
      to: toHours.to,
    };
  }
  return {
    title: t("band.find.title"),
    text: t("band.find.text"),
    cta: t("band.find.cta"),
    to: "/dashboard/events",
    more: { label: t("band.write.cta"), to: "/dashboard/admin/news/create" },
  };
}
