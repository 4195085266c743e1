import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openServer } from "#backend/db/client";
import { eventQuestions, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

test.runIf(serverUrl)(
  "who registers while the questions are changed over another backend answers the new ones",
  { timeout: 60_000 },
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const second = await openServer(database.url, 20);
    const [backend, other] = [await backendForTest({ database }), await backendForTest({ database: second })];
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
    const { id, quotas } = await addEvent(backend, cookie, { event: { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" } });
    const { db } = backend.services;
    let registering: Promise<Response> | undefined;
    await other.services.db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, id)).for("update");
      registering = backend.request(`/api/my-events/${id}/registration`, {
        ...{ method: "POST", cookie: volunteer, json: { quotaId: quotas[0], answers: {} } },
      });
      // The registration has read the event, and waits for its lock.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await tx
        .insert(eventQuestions)
        .values({ eventId: id, position: 0, kind: "text", label: { fr: "Un régime ?" }, choices: [], required: true });
    });
    expect((await registering)?.status).toBe(422);
    expect(await db.$count(eventRegistrations)).toBe(0);
  },
);
