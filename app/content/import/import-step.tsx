import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** One step of an import, and which of the four it is. */
export function ImportStep({ step, title, children }: { step: 1 | 2 | 3 | 4; title: string; children: ReactNode }) {
  const { t } = useTranslation("content");
  return (
    <section className="panel grid max-w-3xl gap-4">
      <div>
        <p className="muted">{t("import.step", { step })}</p>
        <h2 className="panel-title">{title}</h2>
      </div>
      {children}
    </section>
  );
}
