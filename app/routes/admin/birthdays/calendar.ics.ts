import type { LoaderFunctionArgs } from "@remix-run/node";
import { BirthdayQuery, type BirthdayRow, birthdaysApi } from "#contract/accounts/birthdays";
import { gate } from "~/access/gate.server";
import { calendarText } from "~/subjects/events/calendar-text";

/** Birthdays on a page of the list, and the most pages that the file has. */
const perPage = 100;
const mostPages = 20;

/** The birthdays of a time as a calendar file, without ages: a download for its reader alone. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/birthdays/calendar.ics");
  const { api, settings, locale, t } = args.context;
  const { when } = BirthdayQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const rows: BirthdayRow[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const { items } = await api.call(birthdaysApi.list, { query: { when, page, perPage } });
    rows.push(...items);
    if (items.length < perPage) break;
  }
  const host = new URL(settings.publicUrl).hostname;
  const entries = rows.map(({ id, name, day }) => ({
    uid: `birthday-${id}-${day}@${host}`,
    sequence: 0,
    changedAt: new Date(`${day}T00:00:00Z`),
    day,
    summary: t("birthdays:calendarEntry", { name }),
    cancelled: false,
  }));
  const name = t("birthdays:calendarName", { organisation: settings.organisation });
  return new Response(calendarText({ product: settings.productName, language: locale, name, entries }), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="birthdays.ics"',
      "cache-control": "no-store",
    },
  });
}
