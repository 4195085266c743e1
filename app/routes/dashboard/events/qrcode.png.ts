import type { LoaderFunctionArgs } from "@remix-run/node";
import { checkInsApi } from "#contract/charity/check-ins";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { timesOf } from "~/subjects/check-ins/ticket-card";
import { ticketPicture } from "~/subjects/check-ins/ticket-picture.server";
import { timeText } from "~/subjects/events/event-times";

/** One's own ticket as a picture, to show without a connection. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/events/{id}/qrcode.png");
  const { api, t, locale } = args.context;
  const ticket = await api.call(checkInsApi.ticket, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const { event, name, code, letters } = ticket;
  if (!code || !letters) throw new Response(null, { status: 404 });
  const title = readIn(locale, event.title).text;
  const picture = await ticketPicture({ title, when: timeText(locale, t, timesOf(ticket)), name, code, letters });
  return new Response(picture as BodyInit, {
    headers: { "content-type": "image/png", "content-disposition": 'attachment; filename="qrcode.png"', "cache-control": "no-store" },
  });
}
