import { useTranslation } from "react-i18next";
import type { BoardColumn as Column } from "#contract/charity/projects";
import { Link } from "~/ui/link";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { ProjectCard } from "./project-card";

/** The projects of one stage. */
export function BoardColumn({ column: { stage, total, cards } }: { column: Column }) {
  const { t } = useTranslation("projects");
  const content = useTranslation("content").t;
  const { locale } = usePage();
  const more = total - cards.length;
  return (
    <section aria-labelledby={`stage-${stage}`} className="grid min-w-0 content-start gap-3">
      <h2 id={`stage-${stage}`} className="panel-title flex items-baseline justify-between gap-3 border-line border-b-2 pb-2">
        {content(`projects.choice.stage.${stage}`)}
        <span className="muted text-base tabular-nums">{formatNumber(locale, total)}</span>
      </h2>
      {total === 0 && <p className="muted">{t("empty")}</p>}
      <ul className="grid gap-3">
        {cards.map((card) => (
          <ProjectCard key={card.id} card={card} stage={stage} />
        ))}
      </ul>
      {more > 0 && (
        <Link to={`/dashboard/admin/projects?stage=${stage}`} className="justify-self-start py-1 font-semibold">
          {t("more", { count: more })}
        </Link>
      )}
    </section>
  );
}
