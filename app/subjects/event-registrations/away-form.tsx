import { Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { OwnRegistration } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { telephone } from "~/ui/telephone";

/** Once a place is not given back any more: notes that its person cannot come, which their team reads, and the ways to reach the team. */
export function AwayForm({ mine, phone }: { mine: OwnRegistration; phone: string | null }) {
  const { t } = useTranslation("events");
  const { t: kits } = useTranslation("kits");
  const isUnderWay = mine.kit?.status === "collected";
  return (
    <Form className="mt-4 grid gap-2">
      <p className={mine.away ? "font-semibold" : undefined} role={mine.away ? "status" : undefined}>
        {mine.away ? t("mine.awayNoted") : isUnderWay ? kits("away.underWay") : t("mine.tooLate")}
      </p>
      <p className="actions">
        <Submit name="intent" value={mine.away ? "back" : "away"} variant="line">
          {mine.away ? t("mine.back") : mine.kit ? kits(`away.${mine.kit.kind}`) : t("mine.away")}
        </Submit>
        <TeamLinks phone={phone} />
      </p>
    </Form>
  );
}

/** The ways to reach the team of an event: the chat, and its telephone, or that of the charity. */
export function TeamLinks({ phone }: { phone: string | null }) {
  const { t } = useTranslation("events");
  const charity = useRootData()?.settings.contact;
  const number = phone ?? charity?.phone;
  return (
    <>
      <ButtonLink variant="line" to="/account/chat">
        {t("mine.write")}
      </ButtonLink>
      {number && (
        <a className={buttonClass("line")} href={telephone(number)}>
          <Icon of={Phone} />
          {t("mine.call")}
        </a>
      )}
    </>
  );
}
