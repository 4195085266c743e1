import { useTranslation } from "react-i18next";
import { Pills } from "~/ui/pills";

export const eventCalendar = "/dashboard/admin/events/calendar";

/** The events of staff as a list, or as months; `type` narrows both. */
export function EventViews({ data: { type, month } }: { data: { type?: string; month: boolean } }) {
  const { t } = useTranslation("content");
  const query = type ? `?${new URLSearchParams({ type })}` : "";
  return (
    <Pills
      label={t("events.own.views")}
      links={[
        { to: `/dashboard/admin/events${query}`, label: t("events.own.list"), current: !month },
        { to: eventCalendar + query, label: t("events.own.month"), current: month },
      ]}
    />
  );
}
