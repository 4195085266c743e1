import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { checkInsApi, type DoorEvent } from "#contract/charity/check-ins";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { actAtDoor, type DoorData, loadDoor } from "~/subjects/check-ins/door.server";
import { DoorScreen } from "~/subjects/check-ins/door-screen";
import { DayBlock } from "~/subjects/events/day-block";
import { timeText } from "~/subjects/events/event-times";
import { placeText } from "~/subjects/events/place-text";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/events/scan";

export const handle = { i18n: ["door", "events", "content"], webAssembly: true } as const satisfies PageHandle;

export const meta = pageMeta;

/** Without an event it is a choice of those around now. */
export async function loader(args: LoaderFunctionArgs) {
  const { id: person } = await gate(args, path);
  const { api, t, locale } = args.context;
  const id = new URL(args.request.url).searchParams.get("event");
  const title = t(`titles:${path}`);
  if (!id) return { data: null, doors: (await api.call(checkInsApi.doors)).items, title };
  const data = await loadDoor(args, { id, person });
  return { data, doors: [], title: `${readIn(locale, data.door.event.title).text} - ${title}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const id = new URL(args.request.url).searchParams.get("event") ?? "";
  return actAtDoor(args, id, (query) => at(id, query));
}

const at = (event: string, query: URLSearchParams | Record<string, string>) =>
  `${path}?${new URLSearchParams([["event", event], ...new URLSearchParams(query)])}`;

export default function Scan() {
  const { data, doors } = useLoaderData<typeof loader>();
  return data ? <Door data={data} /> : <Choice doors={doors} />;
}

function Door({ data }: { data: DoorData }) {
  const { id } = data.door.event;
  return (
    <DoorScreen data={data} back={`/dashboard/admin/events/${id}/participants`} here={(query) => at(id, query)} keep={{ event: id }} />
  );
}

function Choice({ doors }: { doors: DoorEvent[] }) {
  const { t } = useTranslation("door");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  return (
    <div className="grid gap-5">
      <h1 className="office-title">{t("choose.title")}</h1>
      {doors.length === 0 ? (
        <EmptyState drawing="door" text={t("choose.none")} action={{ to: "/dashboard/admin/events", label: t("choose.all") }} />
      ) : (
        <Panel title={t("choose.around")}>
          <ul className="rows">
            {doors.map((event) => (
              <li key={event.id}>
                <DayBlock startsAt={event.startsAt} />
                <p className="min-w-0 flex-1">
                  <Link to={at(event.id, {})} className="row-title">
                    <LocalizedText of={event.title} />
                  </Link>
                  <small className="muted block first-letter:uppercase">
                    {timeText(locale, events, event)}, {placeText(events, event)}
                  </small>
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
