import { Bell } from "lucide";
import { useTranslation } from "react-i18next";
import { type Notice, unreadLabel } from "#contract/accounts/inbox";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Popover } from "~/ui/popover";
import { NoticeRow } from "./notice-row";

type Props = { id: string; unread: number; latest: Notice[] };

/** The inbox in the header: how many notices are unread, the latest ones, and a link to all of them. */
export function InboxBell({ id, unread, latest }: Props) {
  const { t } = useTranslation("dashboard");
  const count = unreadLabel(unread);
  const label = unread === 0 ? t("inbox.bell") : t("inbox.bellUnread", { count: unread, shown: count });
  return (
    <Popover
      id={`inbox-${id}`}
      label={label}
      buttonClass="inbox-bell"
      button={
        <>
          <Icon of={Bell} />
          {unread > 0 && <span aria-hidden="true">{count}</span>}
        </>
      }
    >
      <div className="w-80 max-w-full px-3 py-2">
        <p className="font-bold">{unread === 0 ? t("inbox.allRead") : t("inbox.unread", { count: unread, shown: count })}</p>
        {latest.length > 0 && (
          <ul className="notices">
            {latest.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
        <Link className="menu-item -mx-3" to="/account/inbox">
          {t("inbox.all")}
        </Link>
      </div>
    </Popover>
  );
}
