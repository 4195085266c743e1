import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = {
  /** Since when there is an address. */
  createdAt: string | null;
  /** One that was just made; it is shown this once. */
  url: string | undefined;
};

/** The secret address by which a calendar program reads one's own events. */
export function CalendarFeedPanel({ createdAt, url }: Props) {
  const { t } = useTranslation("event-page");
  const { locale } = usePage();
  return (
    <Panel title={t("feed.title")}>
      {url ? (
        <div className="grid gap-3" role="status">
          <p className="font-semibold">{t("feed.made")}</p>
          <code className="block select-all break-all rounded-lg bg-beige p-3">{url}</code>
          <p>{t("feed.once")}</p>
          <p>
            <a className="more" href={url.replace(/^https?:/, "webcal:")}>
              {t("feed.open")}
            </a>
          </p>
        </div>
      ) : (
        <p className="max-w-2xl">{createdAt ? t("feed.since", { day: formatDate(locale, createdAt, "full") }) : t("feed.text")}</p>
      )}
      <Form className="actions mt-4">
        <Submit name="intent" value="createFeed" variant="line">
          {t(createdAt ? "feed.again" : "feed.create")}
        </Submit>
        {createdAt && (
          <Submit name="intent" value="revokeFeed" variant="line">
            {t("feed.revoke")}
          </Submit>
        )}
      </Form>
    </Panel>
  );
}
