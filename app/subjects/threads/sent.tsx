import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Drawing, DrawingSymbols } from "~/ui/drawing";

/** The page after a form: its reference number, the next steps, and links. */
export function Sent({ title, ticket, children, ways }: { title: string; ticket: string; children: ReactNode; ways: ReactNode }) {
  const { t } = useTranslation("threads");
  return (
    <main id="content" className="wrap grid justify-items-start gap-6 pt-[clamp(2rem,5vw,4rem)] pb-section">
      <DrawingSymbols names={["letter"]} />
      <Drawing name="letter" className="w-40" />
      <h1 className="title-page">{title}</h1>
      <p className="rounded-link bg-beige px-6 py-3 text-lg" role="status">
        {t("ticket")} <strong className="whitespace-nowrap tabular-nums">{ticket}</strong>
      </p>
      {children}
      <p className="actions">{ways}</p>
    </main>
  );
}
