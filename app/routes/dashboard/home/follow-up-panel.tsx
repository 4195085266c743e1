import { useTranslation } from "react-i18next";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

export type FollowUpLine = { label: string; count: number; to: string };

/** Counts to follow up, each with a link. */
export function FollowUpPanel({ lines }: { lines: FollowUpLine[] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("publishing.title")}>
      <dl className="grid grid-cols-2 gap-4">
        {lines.map(({ label, count, to }) => (
          <div key={to} className="flex flex-col-reverse justify-end">
            <dt>
              <Link to={to} className="inline-block py-1 font-semibold">
                {label}
              </Link>
            </dt>
            <dd className="text-[2.75rem] leading-none font-extrabold tracking-[-0.05em]">{count}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
