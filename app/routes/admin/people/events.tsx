import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { positionOf, TimelineQuery } from "#contract/accounts/own-timeline";
import type { PersonRecord } from "#contract/accounts/people";
import { personRecordsApi, type RegistrationOfPerson } from "#contract/charity/person-records";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { RegistrationBadge } from "~/subjects/event-registrations/registration-state";
import { giversFor } from "~/subjects/people/givers.server";
import { Withheld } from "~/subjects/people/withheld";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/events";

export const handle = { i18n: ["people", "events"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = TimelineQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const registrations = await api.call(personRecordsApi.events, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return {
    ...registrations,
    givers: await giversFor(args.context, registrations.withheld),
    later: query.before !== undefined,
    title: t(`titles:${path}`),
  };
}

/** The events that a person registered for, those to come first. */
export default function PersonEvents() {
  const { id, email } = useOutletContext<PersonRecord>();
  const { items, more, withheld, givers, later } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const page = `/dashboard/admin/users/${id}/events`;
  const last = items.at(-1);
  if (withheld)
    return (
      <section className="panel">
        <Withheld what={t("events.withheld")} givers={givers} />
      </section>
    );
  return (
    <Panel title={t("events.title")}>
      {items.length === 0 && <p className="muted">{t("events.none")}</p>}
      <ul className="rows">
        {items.map((registration) => (
          <RegistrationRow key={registration.id} registration={registration} email={email} />
        ))}
      </ul>
      {(more || later) && (
        <p className="actions mt-4">
          {more && last && (
            <ButtonLink to={`${page}?before=${encodeURIComponent(positionOf(last))}`} variant="line">
              {t("events.older")}
            </ButtonLink>
          )}
          {later && <Link to={page}>{t("events.newest")}</Link>}
        </p>
      )}
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;

function RegistrationRow({ registration, email }: { registration: RegistrationOfPerson; email: string }) {
  const { t } = useTranslation("people");
  const { eventId, title, at, cancelled, status, partySize } = registration;
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <Link to={`/dashboard/admin/events/${eventId}/participants?q=${encodeURIComponent(email)}`} className="font-semibold">
          <LocalizedText of={{ fr: title.fr, en: title.en ?? "" }} />
        </Link>
        <small className="muted block">
          <LocalDate value={at} style="moment" />
          {partySize > 1 && `, ${t("events.party", { count: partySize })}`}
          {cancelled && `, ${t("events.cancelled")}`}
        </small>
      </span>
      <RegistrationBadge status={status} />
    </li>
  );
}
