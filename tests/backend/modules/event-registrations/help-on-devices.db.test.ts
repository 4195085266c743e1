import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices, pushMessages } from "#backend/modules/notices/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { instantInFrance } from "#contract/formats/france-time";
import { backendForTest, testClock } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { startPushProvider } from "#tests/support/push-provider";

test("a call for help is on devices until the place that suits each person begins, as its mail is", async () => {
  // A Thursday in the evening.
  const { clock } = testClock(new Date("2026-06-11T20:00:00Z"));
  const { push } = await startPushProvider({ clock });
  const backend = await backendForTest({ clock, push });
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id: sectorId } = await publishContent(backend, "sectors", cookie);
  const [friday, sunday] = ["2026-06-12T09:00", "2026-06-14T14:00"];
  const { id } = await addEvent(backend, cookie, {
    event: { sectorId, startsAt: "2026-06-12T08:00", endsAt: "2026-06-14T18:00" },
    quotas: [
      { capacity: 1, startsAt: friday, endsAt: "2026-06-12T11:00" },
      { capacity: 1, startsAt: sunday, endsAt: "2026-06-14T16:00" },
    ],
  });
  const volunteerAt = async (moment: "weekdayMorning" | "sunday") => {
    const person = await signIn(backend, { role: "VOLUNTEER", sectorId });
    await db.insert(volunteerProfiles).values({ userId: person.id, activities: [], moments: [moment] });
    const json = { token: `${person.id}:APA91b-${"x".repeat(40)}` };
    const added = await backend.request("/api/account/push-devices", { method: "POST", cookie: person.cookie, json });
    expect(added.status).toBe(200);
    return person.id;
  };
  const ends = new Map([
    [await volunteerAt("weekdayMorning"), instantInFrance(friday)],
    [await volunteerAt("sunday"), instantInFrance(sunday)],
  ]);
  const notified = await backend.request(`/api/admin/events/${id}/helpers`, { method: "POST", cookie, json: { people: 9 } });
  expect(await notified.json()).toEqual({ notified: 2 });
  const mails = await db
    .select({ userId: outgoingMails.userId, until: outgoingMails.sendBefore })
    .from(outgoingMails)
    .where(eq(outgoingMails.topic, "event_help"));
  const messages = await db
    .select({ userId: notices.userId, until: pushMessages.sendBefore })
    .from(pushMessages)
    .innerJoin(notices, eq(notices.id, pushMessages.noticeId));
  for (const sent of [mails, messages]) expect(new Map(sent.map(({ userId, until }) => [userId, until]))).toEqual(ends);
});
