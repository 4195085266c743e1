import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicSectorsApi } from "#contract/charity/sectors";
import { orNotFound } from "~/errors/not-found.server";
import { calendarAnswer } from "~/subjects/events/calendar.server";

/** The calendar feed of a team's events. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { name, items } = await context.api.call(publicSectorsApi.calendar, { params: { id: params.id ?? "" } }).catch(orNotFound);
  return calendarAnswer(context, `${context.settings.organisation} – ${name}`, items);
}
