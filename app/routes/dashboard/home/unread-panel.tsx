import { useTranslation } from "react-i18next";
import { type Notice, unreadLabel } from "#contract/accounts/inbox";
import { NoticeRow } from "~/layouts/office/notices/notice-row";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** What somebody has not read yet: the latest of it, each with what to do. */
export function UnreadPanel({ unread, latest }: { unread: number; latest: Notice[] }) {
  const { t } = useTranslation("dashboard");
  const shown = latest.filter(({ isRead }) => !isRead);
  return (
    <Panel title={t("inbox.unread", { count: unread, shown: unreadLabel(unread) })}>
      {shown.length > 0 && (
        <ul className="notices -my-4">
          {shown.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to="/account/inbox" className="font-semibold">
          {t("inbox.all")}
        </Link>
      </p>
    </Panel>
  );
}
