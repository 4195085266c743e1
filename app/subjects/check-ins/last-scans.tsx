import { Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import type { Scan, ScanKind } from "#contract/charity/check-ins";
import { hourText } from "#contract/formats/france-time";
import { Form } from "~/forms/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { answerIcons } from "./answer-icons";

type Props = {
  scans: Scan[];
  kind: ScanKind;
  which: "refused" | undefined;
  /** The page with other scans. */
  pageOf: (query: Record<string, string>) => string;
};

/** The last scans at all doors of the event, or who was refused and has not come in since; what changed something can be taken back. */
export function LastScans({ scans, kind, which, pageOf }: Props) {
  const { t } = useTranslation("door");
  const { locale } = usePage();
  return (
    <section className="door-last" aria-labelledby="door-last">
      <h2 id="door-last">{t(which ? "last.refusedTitle" : "last.title")}</h2>
      <p>
        <Link to={pageOf(which ? {} : { scans: "refused" })}>{t(which ? "last.all" : "last.refused")}</Link>
      </p>
      {scans.length === 0 && <p>{t(which ? "last.noneRefused" : "last.none")}</p>}
      <ol>
        {scans.map((scan) => (
          <li key={scan.id} data-undone={scan.undone || undefined}>
            <Icon of={answerIcons[scan.answer]} />
            <p className="min-w-0 flex-1">
              <strong>{scan.name ?? t(`answer.${scan.answer}`)}</strong>
              <small>
                {[
                  hourText(locale, new Date(scan.at)),
                  scan.undone ? t("last.undone") : scan.name && t(`answer.${scan.answer}`),
                  scan.mode !== "scan" && t(`mode.${scan.mode}`),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </p>
            {scan.mayUndo && (
              <Form preventScrollReset>
                <input type="hidden" name="kind" value={kind} />
                <input type="hidden" name="checkIn" value={scan.checkInId ?? ""} />
                <button type="submit" name="intent" value="undo" className="btn btn-hollow btn-small">
                  <Icon of={Undo2} />
                  {t("last.undo")}
                  <span className="sr-only"> {scan.name}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
