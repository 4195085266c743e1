import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

async function htmlOf(path: string) {
  const [html = ""] = (await (await site.visit(path, { cookie })).text()).split("<script");
  return html.replaceAll(/[\u00a0\u202f]/g, " ");
}

test("the team notes something about a registration, and lists those of one group of places", async () => {
  const { db } = site.backend.services;
  const event = { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
  const { id, quotas } = await addEvent(site.backend, cookie, { event, quotas: [{ capacity: 4 }, { capacity: 4, label: { fr: "Tard" } }] });
  const register = async (quotaId: string | undefined, guestName: string) => {
    const values = { eventId: id, quotaId: quotaId ?? "", guestName, status: "confirmed" as const };
    const [row] = await db.insert(eventRegistrations).values(values).returning();
    return row?.id ?? "";
  };
  const [noted] = [await register(quotas[0], "Mariam Diop"), await register(quotas[1], "Lou Petit")];
  const path = `/dashboard/admin/events/${id}/participants`;
  expect(await htmlOf(path)).toContain(`${path}?note=${noted}`);
  expect(await htmlOf(`${path}?note=${noted}`)).toContain("Note sur Mariam Diop");
  const form = { intent: "note", registrationId: noted, version: "1" };
  const write = (note: string, version = "1") => site.visit(`${path}?note=${noted}`, { cookie, form: { ...form, note, version } });
  const saved = await write("Vient avec une poussette.");
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  expect(await htmlOf(path)).toContain("Vient avec une poussette.");
  expect((await write("Trop tard")).status).toBe(409);
  expect((await write("", "2")).status).toBe(303);
  const [row] = await db.select().from(eventRegistrations).where(eq(eventRegistrations.id, noted));
  expect(row?.noteStaff).toBe("");
  const late = await htmlOf(`${path}?quotaId=${quotas[1]}`);
  expect([late.includes("Lou Petit"), late.includes("Mariam Diop")]).toEqual([true, false]);
});
