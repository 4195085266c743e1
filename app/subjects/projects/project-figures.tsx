import { useTranslation } from "react-i18next";
import type { ProjectFollow } from "#contract/charity/projects";
import { readIn } from "#contract/formats/localized-text";
import { Form } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { FigureForm } from "./figure-form";

type Props = { project: Pick<ProjectFollow, "figures"> & { submission: string }; action: string; answer: FormAnswer | undefined };

/** The figures of a project, the latest first, each with a delete button. */
export function ProjectFigures({ project: { figures, submission }, action, answer }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">{t("projectFollow.figures")}</h3>
      {figures.length === 0 && <p className="muted">{t("projectFollow.noFigures")}</p>}
      {figures.length > 0 && (
        <ul className="rows">
          {figures.map(({ id, label, amount, unit, countedOn }) => (
            <li key={id}>
              <span className="min-w-0 grow wrap-anywhere">
                <b className="tabular-nums">{t(`projectFollow.amount.${unit}`, { count: amount })}</b> <LocalizedText of={label} mark />
                <span className="muted block text-sm">
                  {t("projectFollow.countedOn", { date: formatDate(locale, countedOn, "short") })}
                </span>
              </span>
              <Form action={action}>
                <Button
                  small
                  variant="line"
                  name="figure"
                  value={id}
                  aria-label={t("projectFollow.removeOne", { name: readIn(locale, label).text })}
                >
                  {t("projectFollow.remove")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Disclosure summary={t("projectFollow.addFigure")} open={!!answer}>
        <FigureForm key={figures.length} action={action} answer={answer} submission={submission} />
      </Disclosure>
    </section>
  );
}
