import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";

/** After a message: its number, what follows, and where to go. */
export function MessageSent({ ticket }: { ticket: string }) {
  const { t } = useTranslation("contact");
  return (
    <main id="content" className="wrap grid justify-items-start gap-6 pt-[clamp(2rem,5vw,4rem)] pb-section">
      <DrawingSymbols names={["letter"]} />
      <Drawing name="letter" className="w-40" />
      <h1 className="title-page">{t("sent.title")}</h1>
      <p className="rounded-link bg-beige px-6 py-3 text-lg" role="status">
        {t("sent.ticket")} <strong className="tabular-nums">{ticket}</strong>
      </p>
      <p className="max-w-xl text-lg">{t("sent.text")}</p>
      <p className="actions">
        <ButtonLink to="/">{t("sent.home")}</ButtonLink>
        <ButtonLink look="line" to="/news">
          {t("sent.news")}
        </ButtonLink>
      </p>
    </main>
  );
}
