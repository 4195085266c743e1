import { useTranslation } from "react-i18next";
import { useMessage } from "~/forms/message";
import type { ShownReport } from "./import-pages.server";

/** The lines of a sheet that were refused, and why. */
export function RefusedLines({ report: { refused, lines, more } }: { report: ShownReport }) {
  const { t } = useTranslation("content");
  const message = useMessage();
  if (refused === 0) return null;
  return (
    <>
      <h3 className="font-bold">{t("import.refused", { count: refused })}</h3>
      <ul className="grid gap-4">
        {lines.map(({ line, reasons }) => (
          <li key={line} className="grid gap-1 border-t border-line pt-3 wrap-anywhere sm:grid-cols-[7rem_1fr]">
            <span className="muted tabular-nums">{t("import.line", { line })}</span>
            <ul className="grid gap-1">
              {reasons.map(({ label, message: reason }) => (
                <li key={`${label} ${reason}`}>
                  {label && <b>{label}</b>} {message(reason)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{t("import.more", { count: more })}</p>}
    </>
  );
}
