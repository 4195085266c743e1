import { Clock } from "lucide";
import { useTranslation } from "react-i18next";
import { type ProjectCard as Card, type ProjectStage, projectStages } from "#contract/charity/projects";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { Form } from "~/forms/form";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ShareBar } from "~/ui/chart/share-bar";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { cardOf } from "./moved-card";

/** The usual next stage, offered first. */
const next: Record<ProjectStage, ProjectStage> = { idea: "running", running: "done", done: "running", stopped: "running" };

/** A project on the board, with a form to move it to another stage. */
export function ProjectCard({ card, stage }: { card: Card; stage: ProjectStage }) {
  const { t } = useTranslation("projects");
  const { id, name, sectors, late } = card;
  const facts = [useDates(card), useMoney(card)].filter((fact) => fact !== null);
  return (
    <li id={cardOf(id)} className="card min-w-0 p-4">
      <h3 className="card-title text-lg/6 wrap-anywhere">
        <Link to={`/dashboard/admin/projects/${id}/edit`}>
          <LocalizedText of={name} />
        </Link>
      </h3>
      {sectors.length > 0 && <p className="wrap-anywhere">{sectors.join(", ")}</p>}
      {facts.map((fact) => (
        <p key={fact} className="muted text-sm">
          {fact}
        </p>
      ))}
      {card.budgetEuros !== null && card.budgetEuros > 0 && (
        <ShareBar thin whole={card.budgetEuros * 100} parts={[{ name: t("title"), value: card.receivedCents }]} />
      )}
      {late && (
        <p>
          <Badge meaning="warning" icon={Clock}>
            {t(`late.${late}`)}
          </Badge>
        </p>
      )}
      <MoveForm card={card} stage={stage} />
    </li>
  );
}

function MoveForm({ card: { id, version, name }, stage }: { card: Card; stage: ProjectStage }) {
  const { t } = useTranslation("projects");
  const content = useTranslation("content").t;
  const { locale } = usePage();
  const called = { name: readIn(locale, name).text };
  const others = [next[stage], ...projectStages.filter((one) => one !== stage && one !== next[stage])];
  return (
    <Form className="flex flex-wrap gap-2 pt-1">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <select
        key={stage}
        name="stage"
        className="control relative z-1 min-h-11 flex-[1_1_8.5rem] py-1 text-sm sm:min-h-9"
        aria-label={t("stageOf", called)}
      >
        {others.map((one) => (
          <option key={one} value={one}>
            {content(`projects.choice.stage.${one}`)}
          </option>
        ))}
      </select>
      <Button small variant="line" className="grow" aria-label={t("moveNamed", called)}>
        {t("move")}
      </Button>
    </Form>
  );
}

function useDates({ startsOn, endsOn }: Card): string | null {
  const { t } = useTranslation("projects");
  const { locale } = usePage();
  // In a narrow column a day stays on one line.
  const [start, end] = [startsOn, endsOn].map((day) => day && formatDate(locale, day, "short").replaceAll(" ", "\u00a0"));
  if (start && end) return t("dates.both", { start, end });
  if (start) return t("dates.start", { start });
  return end ? t("dates.end", { end }) : null;
}

function useMoney({ receivedCents, budgetEuros }: Card): string | null {
  const { t } = useTranslation("projects");
  const { locale } = usePage();
  const received = formatEuros(locale, receivedCents);
  if (budgetEuros) return t("money.ofBudget", { received, budget: formatEuros(locale, budgetEuros * 100) });
  return receivedCents > 0 ? t("money.received", { received }) : null;
}
