import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ImportOutcome } from "#contract/accounts/imports";
import { pathIn } from "~/i18n/locale-of-path";
import { Disclosure } from "~/ui/disclosure";
import { usePage } from "~/ui/page-context";
import type { ShownLine } from "./shown-lines.server";

type Props = {
  path: string;
  sheet: string;
  counts: Record<ImportOutcome, number>;
  lines: Record<ImportOutcome, ShownLine[]>;
};

/** The lines of a file by what happens to them: refused ones with their reasons first, then what changes, then the rest. */
export function Lines({ path, sheet, counts, lines }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  const file = `${pathIn(locale, `${path}/import/refused.csv`)}?sheet=${sheet}`;
  return (
    <>
      {counts.refused > 0 && (
        <section className="grid gap-3">
          <h3 className="font-bold">{t("import.refused", { count: counts.refused })}</h3>
          <p>
            {t("import.check.left")}{" "}
            <a href={file} download>
              {t("import.csv.download")}
            </a>
          </p>
          <LineList lines={lines.refused} count={counts.refused}>
            {({ reasons }) =>
              reasons.map(({ label, message }) => (
                <li key={`${label} ${message}`}>
                  {label && <b>{t("import.labelled", { label })}</b>} {message}
                </li>
              ))
            }
          </LineList>
        </section>
      )}
      {counts.changed > 0 && (
        <section className="grid gap-3">
          <h3 className="font-bold">{t("import.changed", { count: counts.changed })}</h3>
          <LineList lines={lines.changed} count={counts.changed}>
            {({ changes }) =>
              changes.map(({ label, before, after }) => (
                <li key={label}>
                  <b>{t("import.labelled", { label })}</b> {before && <del>{before}</del>} <span aria-hidden="true">→</span>{" "}
                  <ins className="no-underline">{after}</ins>
                </li>
              ))
            }
          </LineList>
        </section>
      )}
      {(["created", "unchanged"] as const).map(
        (outcome) =>
          counts[outcome] > 0 && (
            <Disclosure key={outcome} summary={t(`import.list.${outcome}`, { count: counts[outcome] })}>
              <LineList lines={lines[outcome]} count={counts[outcome]} />
            </Disclosure>
          ),
      )}
    </>
  );
}

/** The lines whose records an undoing has left as they are. */
export function LeftLines({ lines }: { lines: ShownLine[] }) {
  const { t } = useTranslation("content");
  if (lines.length === 0) return null;
  return (
    <LineList lines={lines} count={lines.length}>
      {({ left }) => left && <li>{t(`import.left.${left}`)}</li>}
    </LineList>
  );
}

function LineList({ lines, count, children }: { lines: ShownLine[]; count: number; children?: (line: ShownLine) => ReactNode }) {
  const { t } = useTranslation("content");
  return (
    <>
      <ul className="grid gap-4">
        {lines.map((line) => (
          <li
            key={line.line}
            id={`line-${line.line}`}
            className="grid gap-1 border-t border-line pt-3 wrap-anywhere sm:grid-cols-[7rem_1fr]"
          >
            <span className="muted tabular-nums">{t("import.line", { line: line.line })}</span>
            <div className="grid gap-1">
              {line.name && <span className="font-semibold">{line.name}</span>}
              {children && <ul className="grid gap-1">{children(line)}</ul>}
            </div>
          </li>
        ))}
      </ul>
      {count > lines.length && <p className="muted">{t("import.more", { count: count - lines.length })}</p>}
    </>
  );
}
