import { Archive, Check, Clock, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { RecordNotice, SentNotice } from "#contract/accounts/inbox";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";

const icons = { waiting: Clock, sent: Check, failed: TriangleAlert, expired: Archive } as const;
const meanings = { waiting: "plain", sent: "success", failed: "danger", expired: "warning" } as const;

type Props = { notices: (SentNotice & Partial<Pick<RecordNotice, "reader">>)[]; caption: string };

/** What was sent, when, by which channel and with what result; on the page of a record, also to whom. */
export function SentNotices({ notices, caption }: Props) {
  const { t } = useTranslation("notified");
  const named = notices.some(({ reader }) => reader !== undefined);
  return (
    <table className="list-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t("what")}</th>
          {named && <th scope="col">{t("who")}</th>}
          <th scope="col">{t("how")}</th>
          <th scope="col">{t("state")}</th>
        </tr>
      </thead>
      <tbody>
        {notices.map(({ id, title, channel, state, createdAt, reader }) => (
          <tr key={id}>
            <td>
              {title}
              <span className="muted block text-sm">
                <LocalDate value={createdAt} style="moment" />
              </span>
            </td>
            {named && (
              <td data-label={t("who")}>
                {reader ? <Link to={`/dashboard/admin/users/${reader.id}/view`}>{reader.name}</Link> : t("withoutAccount")}
              </td>
            )}
            <td data-label={t("how")}>{t(`channel.${channel}`)}</td>
            <td data-label={t("state")}>
              <Badge meaning={meanings[state]} icon={icons[state]}>
                {t(`states.${state}`)}
              </Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
