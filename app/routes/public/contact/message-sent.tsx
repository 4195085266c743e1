import { usePageText } from "~/content/page-texts/use-page-text";
import { Sent } from "~/subjects/threads/sent";
import { ButtonLink } from "~/ui/button";

/** After a message. */
export function MessageSent({ ticket }: { ticket: string }) {
  const t = usePageText("contact");
  const ways = (
    <>
      <ButtonLink to="/">{t("sent.home")}</ButtonLink>
      <ButtonLink variant="line" to="/news">
        {t("sent.news")}
      </ButtonLink>
    </>
  );
  return (
    <Sent title={t("sent.title")} ticket={ticket} ways={ways}>
      <p className="max-w-xl text-lg">{t("sent.text")}</p>
    </Sent>
  );
}
