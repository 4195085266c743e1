import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { backendForTest } from "#tests/support/backend";
import { addRegistration, addRunningEvent } from "#tests/support/door";
import { signIn } from "#tests/support/people";

test("a sheet that names people is in the log as an export, with what was printed", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const event = await addRunningEvent(backend);
  for (const guestName of ["Zoé Martin", "Ana Pont"]) await addRegistration(backend, event, { guestName });
  for (const query of ["format=attendance&answers=yes", "format=badges&answers=yes", "format=entrance"])
    expect((await backend.request(`/api/admin/events/${event.eventId}/codes/pdf?${query}`, { cookie })).status).toBe(200);
  const logged = await backend.services.db
    .select({ entityId: auditLog.entityId, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.action, "list.export"))
    .orderBy(asc(auditLog.seq));
  const printed = (query: string) => ({
    entityId: "/dashboard/admin/events/{id}/qrcodes.pdf",
    changes: { query: { after: `event=${event.eventId}&${query}` }, rows: { after: 2 } },
  });
  expect(logged).toMatchObject([printed("format=attendance&page=1&answers=yes"), printed("format=badges&page=1")]);
});
