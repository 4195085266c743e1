import { useTranslation } from "react-i18next";
import type { Notice } from "#contract/accounts/inbox";
import { hourText } from "#contract/formats/france-time";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { noticeIcon } from "./notice-icon";

/** A notice of the inbox. Its button marks it as read and opens what it is about, without script too. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useTranslation("dashboard");
  const { id, topic, title, action, path, createdAt, isRead } = notice;
  return (
    <li className="notice" data-unread={isRead ? undefined : ""}>
      <span className="notice-mark">
        <Icon of={noticeIcon(topic)} className="size-3.5" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="notice-title">
            {!isRead && <span className="sr-only">{t("inbox.isUnread")} </span>}
            {title}
          </span>
          <span className="muted shrink-0 text-sm">
            <NoticeTime value={createdAt} />
          </span>
        </p>
        {(action || !isRead) && (
          <Form action="/account/inbox" reloadDocument className="mt-2">
            <input type="hidden" name="id" value={id} />
            <Button
              name="intent"
              value="read"
              variant="line"
              small
              aria-label={t("inbox.about", { action: action ?? t("inbox.read"), title })}
            >
              {path && action ? action : t("inbox.read")}
            </Button>
          </Form>
        )}
      </div>
    </li>
  );
}

/** The hour of today's notices, the day of older ones. */
function NoticeTime({ value }: { value: string }) {
  const { locale } = usePage();
  const isToday = formatDate(locale, value, "whole") === formatDate(locale, useNow(), "whole");
  return <time dateTime={value}>{isToday ? hourText(locale, new Date(value)) : formatDate(locale, value, "time")}</time>;
}
