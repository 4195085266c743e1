import { useTranslation } from "react-i18next";
import { Sent } from "~/subjects/threads/sent";
import { ButtonLink } from "~/ui/button";

/** After a testimonial. */
export function TestimonialSent({ ticket }: { ticket: string }) {
  const { t } = useTranslation("testimonials");
  const ways = (
    <>
      <ButtonLink to="/">{t("sent.home")}</ButtonLink>
      <ButtonLink variant="line" to="/story">
        {t("sent.story")}
      </ButtonLink>
    </>
  );
  return (
    <Sent title={t("sent.title")} ticket={ticket} ways={ways}>
      <p className="max-w-xl text-lg">{t("sent.text")}</p>
    </Sent>
  );
}
