import { useTranslation } from "react-i18next";
import { Notice } from "~/ui/notice";

/** Says, over the form of an event, how many people a change of its time or place notifies. */
export function NotifiedOfChange({ data }: { data: { people: number; guests: number } | null }) {
  const { t } = useTranslation("content");
  if (!data || data.people + data.guests === 0) return null;
  return (
    <Notice>
      {data.people > 0 && t("events.own.notified", { count: data.people })}
      {data.people > 0 && data.guests > 0 && " "}
      {data.guests > 0 && t("events.own.guests", { count: data.guests })}
    </Notice>
  );
}
