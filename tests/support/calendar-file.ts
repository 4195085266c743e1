import ICAL from "ical.js";

/** The events of an iCalendar file, as a calendar program that accepts nothing malformed reads them. */
export function eventsIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return calendar.getAllSubcomponents("vevent").map((entry) => {
    const { uid, summary, description, location, sequence, startDate, endDate } = new ICAL.Event(entry, { strictExceptions: true });
    const alarm = entry.getFirstSubcomponent("valarm");
    return {
      ...{ uid, summary, description, location, sequence },
      status: entry.getFirstPropertyValue("status"),
      ...{ startsAt: `${startDate}`, endsAt: `${endDate}` },
      alarm: alarm && `${alarm.getFirstPropertyValue("trigger")} ${alarm.getFirstPropertyValue("description")}`,
    };
  });
}
