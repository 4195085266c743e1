import { ChevronRight, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { DayTask, EventDay, MissingPerson, SeekingPerson } from "#contract/charity/event-day";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { useIsAdmin } from "~/layouts/office/use-is-admin";
import { ButtonLink, buttonClass } from "~/ui/button";
import { CountBand } from "~/ui/count-band";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { telephone } from "~/ui/telephone";
import { PersonLink } from "./person-link";

const admin = "/dashboard/admin";

/** The list of those of its participants whom a number of the page counts. */
const participants = (id: string, filter: Record<string, string>) => `${admin}/events/${id}/participants?${new URLSearchParams(filter)}`;

const missingFilter = { status: "confirmed", begun: "yes" };

/** Where an event is in its life, with its numbers and the one thing to do now. */
export function DayBand({ id, day: { stage, phase, counts, places } }: { id: string; day: EventDay }) {
  const { t } = useTranslation("events");
  const begun = stage === "running" || stage === "to_close" || stage === "closed";
  const { expected, arrived, missing, waiting, refused } = counts;
  const isAdmin = useIsAdmin();
  const refusedScans = isAdmin ? `${admin}/events/scan?event=${id}&scans=refused` : `/dashboard/events/${id}/door?scans=refused`;
  const others = [
    ...(begun && missing > 0 ? [{ label: t("day.missing", { count: missing }), value: missing, to: participants(id, missingFilter) }] : []),
    ...(refused > 0 ? [{ label: t("day.refused", { count: refused }), value: refused, to: refusedScans }] : []),
    ...(waiting > 0 ? [{ label: t("day.waiting", { count: waiting }), value: waiting, to: participants(id, { status: "waiting" }) }] : []),
  ];
  const count = begun
    ? { label: t("day.arrivedLabel"), value: arrived, whole: expected, of: t("day.ofExpected", { count: expected }) }
    : { label: t("day.expectedLabel"), value: expected, whole: places ?? 0, of: t("day.ofPlaces", { count: places ?? 0 }) };
  return (
    <CountBand
      title={t(`day.stage.${stage}`)}
      count={places === null ? undefined : count}
      others={others}
      action={<NextStep id={id} stage={stage} expected={expected} />}
    >
      {stage !== "draft" && stage !== "closed" && stage !== "to_close" && <p>{t(`day.phase.${phase}`)}</p>}
    </CountBand>
  );
}

/** The door of an event, on the page of administrators or of the other ones. */
export const doorOf = (id: string, isAdmin: boolean) => (isAdmin ? `${admin}/events/scan?event=${id}` : `/dashboard/events/${id}/door`);

function NextStep({ id, stage, expected }: { id: string; stage: EventDay["stage"]; expected: number }) {
  const { t } = useTranslation("events");
  const isAdmin = useIsAdmin();
  const near = stage === "eve" || stage === "running";
  if (!near && (!isAdmin || stage !== "sign_up" || expected === 0)) return null;
  return (
    <ButtonLink variant="white" to={near ? doorOf(id, isAdmin) : `${admin}/events/${id}/notify`}>
      {t(near ? "openDoor" : "day.write")}
    </ButtonLink>
  );
}

/** Where each task is done. */
const pagesOf: Record<DayTask, (event: string, id: string) => string> = {
  pending: (event) => `${event}/participants?status=pending`,
  waiting: (event) => `${event}/participants?status=waiting`,
  door: (event) => `${event}/qrcodes`,
  codes: (event) => `${event}/qrcodes`,
  attendance: (event) => `${event}/participants?status=confirmed`,
  hours: (_, eventId) => `${admin}/volunteer-hours?${new URLSearchParams({ status: "submitted", eventId })}`,
  proposed: (_, eventId) => `${admin}/volunteer-hours?${new URLSearchParams({ status: "proposed", eventId })}`,
};

const isOfHours = (name: DayTask) => name === "hours" || name === "proposed";

/** What is to be done for the event today, each with the page on which it is, where it opens to the reader. Who has not confirmed their hours is reminded here. */
export function DayTasks({ id, day: { tasks, decidesHours }, submission }: { id: string; day: EventDay; submission: string }) {
  const { t } = useTranslation("events");
  const { t: hours } = useTranslation("hours");
  const isAdmin = useIsAdmin();
  return (
    <Panel title={t("day.tasks")}>
      {tasks.length === 0 ? (
        <p className="muted">{t("day.nothing")}</p>
      ) : (
        <ul className="rows">
          {tasks.map(({ name, count }) => (
            <li key={name}>
              {decidesHours || !isOfHours(name) ? (
                <Link to={pagesOf[name](`${admin}/events/${id}`, id)} className="flex min-h-11 flex-1 items-center justify-between gap-3">
                  <span>{t(`day.task.${name}`, { count })}</span>
                  <Icon of={ChevronRight} className="size-5 flex-none" />
                </Link>
              ) : (
                t(`day.task.${name}`, { count })
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && tasks.some(({ name }) => name === "proposed") && (
        <Form submission={submission} className="mt-3">
          <Submit name="intent" value="remind" variant="line">
            {hours("remind.submit")}
          </Submit>
        </Form>
      )}
    </Panel>
  );
}

/** Who has a place and is not there, each with a button that calls them. */
export function MissingPeople({ id, people, total }: { id: string; people: MissingPerson[]; total: number }) {
  const { t } = useTranslation("events");
  if (people.length === 0) return null;
  return (
    <Panel title={t("day.missingTitle", { count: total })} link={{ to: participants(id, missingFilter), label: t("day.missingAll") }}>
      <PeopleToCall people={people} />
    </Panel>
  );
}

/** Who has a place and looks for somebody to take it over, each with a button that calls them; `total` may be more than are named. */
export function SeekingPeople({ id, people, total }: { id: string; people: SeekingPerson[]; total: number }) {
  const { t } = useTranslation("events");
  if (people.length === 0) return null;
  return (
    <Panel
      title={t("day.seekingTitle", { count: total })}
      link={{ to: participants(id, { mark: "seeking", begun: "no" }), label: t("day.missingAll") }}
    >
      <p className="muted">{t("day.seekingHint")}</p>
      <PeopleToCall people={people} />
    </Panel>
  );
}

/** The same of those who noted that they cannot come. */
export function AwayPeople({ id, people, total }: { id: string; people: MissingPerson[]; total: number }) {
  const { t } = useTranslation("events");
  if (people.length === 0) return null;
  return (
    <Panel
      title={t("day.awayTitle", { count: total })}
      link={{ to: participants(id, { mark: "away", begun: "no" }), label: t("day.missingAll") }}
    >
      <p className="muted">{t("day.awayHint")}</p>
      <PeopleToCall people={people} />
    </Panel>
  );
}

function PeopleToCall({ people }: { people: (MissingPerson & { since?: string })[] }) {
  const { t } = useTranslation("events");
  const { locale } = usePage();
  return (
    <ul className="rows">
      {people.map(({ registrationId, userId, name, phone, quota, partySize, since, awayAt }) => {
        const group = readIn(locale, quota);
        return (
          <li key={registrationId}>
            <p className="min-w-0 flex-1">
              {userId ? (
                <PersonLink userId={userId} className="row-title">
                  {name}
                </PersonLink>
              ) : (
                <strong>{t("participants.guest", { name })}</strong>
              )}
              <small className="muted block" lang={group.locale}>
                {group.text}
                {partySize > 1 && `, ${t("places", { count: partySize })}`}
              </small>
              {awayAt && (
                <small className="block font-semibold text-danger">
                  {t("day.awaySince", { moment: formatDate(locale, awayAt, "moment") })}
                </small>
              )}
              {since && <small className="muted block">{t("day.seekingSince", { moment: formatDate(locale, since, "moment") })}</small>}
            </p>
            {phone ? (
              <a className={buttonClass("line")} href={telephone(phone)} aria-label={t("day.call", { name })}>
                <Icon of={Phone} />
              </a>
            ) : (
              <small className="muted">{t("day.noPhone")}</small>
            )}
          </li>
        );
      })}
    </ul>
  );
}
