import { expect, test } from "vitest";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { startBackend } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { statementsDuring } from "#tests/support/statements-sent";

test("coordinators have hours counted alone: no statement reads events or gifts for them", async () => {
  const database = await openTestDatabase();
  const backend = await startBackend({ database });
  try {
    const { db } = backend.services;
    const [sector] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon" }).returning();
    const sectorId = sector?.id ?? "";
    const { id, email } = await addPerson(backend, { role: "VOLUNTEER", sectorId });
    const gift = { receivedOn: "2026-05-01", category: "food", description: "Un panier", name: "Lou Roy", locale: "fr" } as const;
    await db.insert(giftsInKind).values([
      { ...gift, email: email.toUpperCase() },
      { ...gift, email: "other@example.org" },
    ]);
    const inSectors = (["ACCOUNTS_MANAGE", "HOURS_VALIDATE"] as const).map((permission) => ({ permission, sectorId }));
    const coordinator = await signIn(backend, { role: "VOLUNTEER", sectorId, inSectors });
    const counted = async ({ cookie }: { cookie: string }) => {
      let counts: unknown;
      const sent = await statementsDuring(database, async () => {
        counts = await (await backend.request(`/api/admin/people/${id}/records`, { cookie })).json();
      });
      const readsOthers = sent.some(({ text }) => /event_registrations|"payments"|gifts_in_kind/.test(text));
      return { counts, readsOthers };
    };
    const none = { events: null, gifts: null, inKind: null };
    expect(await counted(coordinator)).toEqual({ counts: { ...none, hours: 0 }, readsOthers: false });
    const admin = await signIn(backend, { role: "ADMIN" });
    expect(await counted(admin)).toEqual({ counts: { events: 0, hours: 0, gifts: 0, inKind: 1 }, readsOthers: true });
  } finally {
    await backend.close();
  }
});
