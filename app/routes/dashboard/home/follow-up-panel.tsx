import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** A count with the filtered list; without one, where that is not open, with its first articles. */
export type FollowUpLine = { label: string; count: number; to?: string; articles: { id: string; title: string }[] };

/** Counts to follow up, each with a link. */
export function FollowUpPanel({ lines }: { lines: FollowUpLine[] }) {
  const { t } = useTranslation("dashboard");
  return (
    <div id="articles">
      <Panel title={t("publishing.title")}>
        <dl className="grid grid-cols-2 gap-4">
          {lines.map(({ label, count, to, articles }) => (
            <div key={label} className={to ? "flex flex-col-reverse justify-end" : "col-span-2"}>
              <dt className="font-semibold">
                {to ? (
                  <Link to={to} className="inline-block py-1">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </dt>
              <dd className="text-[2.75rem] leading-none font-extrabold tracking-[-0.05em]">{count}</dd>
              {articles.map(({ id, title }) => (
                <dd key={id}>
                  <Link to={`/dashboard/admin/news/${id}/view`} className="inline-block py-1">
                    {title}
                  </Link>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
