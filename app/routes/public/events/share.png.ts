import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicEventsApi } from "#contract/charity/public-events";
import { readIn } from "#contract/formats/localized-text";
import { orNotFound } from "~/errors/not-found.server";
import { shareImage } from "~/search/share-image.server";
import { formatDate } from "~/ui/local-date";

/** The picture of an event for sharing: its title, and its day with the team. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, locale, settings } = context;
  const { title, team, startsAt } = await api.call(publicEventsApi.page, { params: { id: params.id ?? "" } }).catch(orNotFound);
  const day = formatDate(locale, startsAt, "full");
  const note = team ? `${team.name} · ${day}` : day;
  return shareImage({ title: readIn(locale, title).text, note, object: "crate", primary: settings.primaryColour });
}
