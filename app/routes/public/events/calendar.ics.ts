import type { LoaderFunctionArgs } from "@remix-run/node";
import { eventsApi } from "#contract/charity/events";
import { orNotFound } from "~/errors/not-found.server";
import { calendarAnswer } from "~/subjects/events/calendar.server";

/** One date, for people's own calendars. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const event = await context.api.call(eventsApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound);
  return calendarAnswer(context, context.settings.organisation, [event]);
}
