import { useTranslation } from "react-i18next";
import { comingStatuses, type EventForPerson, type OwnRegistration } from "#contract/charity/event-registrations";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import { timeText } from "~/subjects/events/event-times";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { answerFacts } from "./answer-text";
import { AwayForm } from "./away-form";
import { OwnState } from "./registration-state";
import { ReplacementForm } from "./replacement";
import { hasTicket, TicketLink } from "./ticket-link";
import { WaitingHint } from "./waiting-hint";

type Props = {
  event: Pick<EventForPerson, "id" | "startsAt" | "endsAt" | "sector" | "cancelled" | "replacement" | "teamPhone">;
  mine: OwnRegistration;
};

/** One's own registration: its state, until when it can be cancelled, and the button that does so. */
export function OwnRegistrationPanel({ event, mine }: Props) {
  const { t } = useTranslation("events");
  const { t: kits } = useTranslation("kits");
  const translate = useTranslate();
  const { locale } = usePage();
  const now = useNow().toISOString();
  const isComing = comingStatuses.some((status) => status === mine.status);
  const begun = (mine.startsAt ?? event.startsAt) <= now;
  const late = mine.status === "confirmed" && mine.cancelUntil <= now;
  const isOver = (mine.endsAt ?? event.endsAt) <= now;
  const isUnderWay = mine.kit?.status === "collected";
  return (
    <Panel title={t("mine.registration")}>
      <p className="flex flex-wrap gap-1.5">
        <OwnState mine={mine} />
      </p>
      <p className="muted mt-3">
        <LocalizedText of={mine.quota} />
        {mine.startsAt && mine.endsAt && `, ${timeText(locale, translate, { startsAt: mine.startsAt, endsAt: mine.endsAt })}`}
      </p>
      {mine.answers.length > 0 && <Facts facts={answerFacts(locale, translate, mine.answers)} className="mt-3 grid gap-2" />}
      {hasTicket({ ...event, mine }) && (
        <p className="mt-4">
          <TicketLink id={event.id} />
        </p>
      )}
      {mine.status === "waiting" && <WaitingHint mine={mine} />}
      {mine.status === "pending" && <p className="mt-3">{t("mine.pendingHint")}</p>}
      {mine.status === "confirmed" && !event.cancelled && !isOver && (begun || late || isUnderWay) && (
        <AwayForm mine={mine} phone={event.teamPhone} />
      )}
      {isComing && !begun && !late && !isUnderWay && (
        <Form className="mt-4 grid gap-2">
          {mine.status === "confirmed" && (
            <p className="muted">{t("mine.cancelUntil", { moment: formatDate(locale, mine.cancelUntil, "moment") })}</p>
          )}
          <p>
            <Submit name="intent" value="cancel" variant="line">
              {mine.status === "confirmed" && mine.kit
                ? kits(`away.${mine.kit.kind}`)
                : t(mine.status === "confirmed" ? "mine.cancel" : "mine.leave")}
            </Submit>
          </p>
        </Form>
      )}
      <ReplacementForm replacement={event.replacement} />
    </Panel>
  );
}
