import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { addEvent } from "#tests/support/events";
import { addStudent, addKits as kitsOf, orderKit } from "#tests/support/kits";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let admin: { id: string; cookie: string };
beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
});
afterAll(() => site.backend.close());

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
const read = async (path: string, cookie: string) => {
  const answer = await site.visit(path, { cookie });
  // Without what scripts read.
  return { status: answer.status, html: (await answer.text()).replace(/<script.*?<\/script>/gs, "") };
};
const post = (path: string, cookie: string, form: Record<string, string>) => site.visit(path, { method: "POST", cookie, form });

async function addKits(type: "delivery" | "dressed", quotas: NonNullable<Parameters<typeof addEvent>[2]>["quotas"] = [{ capacity: 5 }]) {
  const event = {
    type,
    title: { fr: "Kits du soir", en: "Evening kits" },
    visibility: "members",
    sectorId: null,
    startsAt: later(100),
    endsAt: later(130),
  };
  return addEvent(site.backend, admin.cookie, { event, roles: ["BENEFICIARY"], quotas });
}

const words = {
  "": {
    open: "Votre prochain kit se commande",
    order: "Commander mon kit",
    ordered: "Commandé",
    next: "nous préparons votre sac",
    away: "Je ne serai pas là",
    packing: "En préparation",
    absent: "absence annoncée",
    cannot: "1 personne ne peut pas venir",
  },
  "/en": {
    open: "Your next kit can be ordered",
    order: "Order my kit",
    ordered: "Ordered",
    next: "we pack your bag",
    away: "I won’t be there",
    packing: "Being packed",
    absent: "won’t be there, said at",
    cannot: "1 person can’t come",
  },
};

test.each(["", "/en"] as const)(
  "%s without script, a student orders a kit, a volunteer named for the event packs it, and the student reads how far it is",
  async (prefix) => {
    const text = words[prefix];
    const { id, quotas } = await addKits("delivery");
    const student = await signIn(site.backend, { role: "BENEFICIARY" });
    const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
    const page = `${prefix}/dashboard/events/${id}`;
    expect((await read(page, student.cookie)).html).toContain(text.order);
    expect((await read(`${prefix}/dashboard`, student.cookie)).html).toContain(text.open);
    const given = { intent: "order", quotaId: quotas[0] ?? "", place: "other", phone: "06 39 98 12 34", door: "Chambre 412" };
    const wrong = await post(page, student.cookie, given);
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("12 rue des Tanneurs")]);
    expect((await post(page, student.cookie, { ...given, address: "9 rue des Lilas, Lyon" })).status).toBe(303);
    const own = await read(page, student.cookie);
    for (const part of [text.ordered, text.next, text.away, "9 rue des Lilas, Lyon"]) expect(own.html).toContain(part);
    expect((await read(`${prefix}/dashboard/my-events`, student.cookie)).html).toContain(text.next);

    const kits = `${page}/kits`;
    expect((await read(kits, volunteer.cookie)).status).toBe(404);
    await site.backend.services.db.insert(eventDoorPeople).values({ eventId: id, userId: volunteer.id, addedBy: admin.id });
    const list = await read(kits, volunteer.cookie);
    expect([list.status, list.html]).toEqual([200, expect.stringContaining("9 rue des Lilas, Lyon, Chambre 412")]);
    const [row] = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
    expect(list.html).toContain(`value="in_preparation ${row?.id}"`);
    expect((await post(kits, volunteer.cookie, { intent: `in_preparation ${row?.id}` })).status).toBe(303);
    const collect = async () => (await post(kits, volunteer.cookie, { intent: "collected", ids: row?.id ?? "" })).status;
    expect(await collect()).toBe(303);
    expect((await read(kits, volunteer.cookie)).html).toContain(`value="back ${row?.id}"`);
    expect((await post(kits, volunteer.cookie, { intent: `back ${row?.id}` })).status).toBe(303);
    expect((await read(kits, volunteer.cookie)).html).toContain(`value="collected ${row?.id}"`);
    expect(await collect()).toBe(303);
    expect((await read(`${prefix}/dashboard/admin/events/${id}/kits?status=collected`, admin.cookie)).html).toContain("9 rue des Lilas");
    const change = await post(page, student.cookie, {
      intent: "change",
      place: "other",
      address: "Ailleurs, Lyon",
      phone: "06 39 98 12 34",
    });
    expect(change.status).not.toBe(303);
    // It is on its way: the student notes that nobody will be there, and who brings it reads that.
    expect((await post(`${prefix}/dashboard/my-events`, student.cookie, { intent: "cancel", event: id })).status).toBe(303);
    expect((await read(kits, volunteer.cookie)).html).toContain("9 rue des Lilas");
    expect((await read(page, student.cookie)).html).toContain('value="away"');
    expect((await post(`${prefix}/dashboard/my-events`, student.cookie, { intent: "away", event: id })).status).toBe(303);
    expect((await read(page, student.cookie)).html).toContain('value="back"');
    expect((await read(kits, volunteer.cookie)).html).toContain(text.absent);
    expect((await read(`${prefix}/dashboard/admin/events/${id}`, admin.cookie)).html).toContain(text.cannot);
  },
);

test.each(["", "/en"] as const)("%s a student's own file and what staff add to it", async (prefix) => {
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  const file = `${prefix}/dashboard/my-file`;
  expect((await post(file, student.cookie, { adults: "2", children: "1" })).status).toBe(303);
  const aids = `${prefix}/dashboard/admin/users/${student.id}/aids`;
  expect((await read(aids, admin.cookie)).html).toMatch(/2 adult/);
  const day = later(0).slice(0, 10);
  expect((await post(aids, admin.cookie, { kind: "voucher", day, quantity: "2" })).status).toBe(303);
  expect((await read(file, student.cookie)).html).toMatch(/(Bon d’achat|Voucher) × 2/);
  const other = await signIn(site.backend, { role: "ADMIN" });
  expect((await read(aids, other.cookie)).html).not.toMatch(/2 adult|Bon d’achat × 2|Voucher × 2/);
});

test("a fitting asks for sizes and a companion, and for no address", async () => {
  const { id, quotas } = await addKits("dressed");
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  const page = `/dashboard/events/${id}`;
  const { html } = await read(page, student.cookie);
  expect(html).toContain("Tailles souhaitées");
  expect(html).not.toContain("Étage et interphone");
  const sent = await post(page, student.cookie, { intent: "order", quotaId: quotas[0] ?? "", sizes: "M, 38", companion: "on" });
  expect(sent.status).toBe(303);
  expect((await read(`/dashboard/admin/events/${id}/kits`, admin.cookie)).html).toContain("M, 38, vient à deux");
});

test.each(["", "/en"] as const)("%s slots with the same hours are told apart by their group and their day", async (prefix) => {
  const slot = (label: string, hours: number) => ({ capacity: 5, label: { fr: label }, startsAt: later(hours), endsAt: later(hours + 1) });
  const { id, quotas } = await addKits("delivery", [slot("Rive gauche", 100), slot("Rive droite", 100), slot("Rive gauche", 124)]);
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  const page = `${prefix}/dashboard/events/${id}`;
  const labelsIn = (html: string, tag: string) => [
    ...new Set([...html.matchAll(new RegExp(`<${tag}[^>]*>(Rive [^<]*)<`, "g"))].map(([, label]) => label)),
  ];
  expect(labelsIn((await read(page, student.cookie)).html, "\\w+")).toHaveLength(3);
  for (const quotaId of quotas) {
    const { cookie } = await signIn(site.backend, { role: "BENEFICIARY" });
    const given = { intent: "order", quotaId, place: "other", address: "9 rue des Lilas, Lyon", phone: "06 39 98 12 34" };
    expect((await post(page, cookie, given)).status).toBe(303);
  }
  expect(labelsIn((await read(`${prefix}/dashboard/admin/events/${id}/kits`, admin.cookie)).html, "strong")).toHaveLength(3);
});

test.each([
  ["", "C’est trop tôt"],
  ["/en", "It is too early"],
] as const)("%s what cannot be noted yet is refused with its reason", async (prefix, reason) => {
  const { id, quotas } = await addKits("dressed");
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  await post(`${prefix}/dashboard/events/${id}`, student.cookie, { intent: "order", quotaId: quotas[0] ?? "", sizes: "M" });
  const [row] = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const kits = `${prefix}/dashboard/admin/events/${id}/kits`;
  const early = await post(kits, admin.cookie, { intent: `delivered ${row?.id}` });
  expect(early.status).toBe(303);
  expect((await read(kits, keepCookies(admin.cookie, early))).html).toContain(reason);
});

test.each(["", "/en"] as const)(
  "%s without script, a fitting is moved to another slot, and one that was missed leads to other dates",
  async (prefix) => {
    const slot = (hours: number) => ({ capacity: 1, startsAt: later(hours), endsAt: later(hours + 1) });
    const { id, quotas } = await addKits("dressed", [slot(100), slot(102)]);
    const { id: userId, cookie } = await signIn(site.backend, { role: "BENEFICIARY" });
    const page = `${prefix}/dashboard/events/${id}`;
    await post(page, cookie, { intent: "order", quotaId: quotas[0] ?? "", sizes: "M, 38" });
    expect((await read(page, cookie)).html).toContain('value="slot"');
    expect((await post(page, cookie, { intent: "slot", quotaId: "" })).status).not.toBe(303);
    expect((await post(page, cookie, { intent: "slot", quotaId: quotas[1] ?? "" })).status).toBe(303);
    const { db } = site.backend.services;
    const ofStudent = eq(eventRegistrations.userId, userId);
    expect(await db.select().from(eventRegistrations).where(ofStudent)).toMatchObject([{ quotaId: quotas[1], status: "confirmed" }]);
    await db.update(eventRegistrations).set({ status: "no_show", statusAt: new Date() }).where(ofStudent);
    const { html } = await read(page, cookie);
    expect(html).toContain(`${prefix}/dashboard/events?type=dressed`);
    expect(html).toContain(`${prefix}/account/chat`);
    // Who was there, or was missed, is on no list that they could leave.
    expect(html).not.toContain('value="cancel"');
    expect(html).not.toContain('value="slot"');
  },
);

test("once the event is over, the page of the order offers no change", async () => {
  const { id, quotas } = await addKits("delivery");
  const { cookie } = await signIn(site.backend, { role: "BENEFICIARY" });
  const page = `/dashboard/events/${id}`;
  const given = { intent: "order", quotaId: quotas[0] ?? "", place: "other", address: "9 rue des Lilas, Lyon", phone: "06 39 98 12 34" };
  expect((await post(page, cookie, given)).status).toBe(303);
  expect((await read(page, cookie)).html).toContain('value="change"');
  const times = { startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 3_600_000) };
  await site.backend.services.db.update(events).set(times).where(eq(events.id, id));
  const { html } = await read(page, cookie);
  expect(html).toContain("9 rue des Lilas, Lyon");
  expect(html).not.toContain('value="change"');
});

test("the orders of an event are a file for who may export, in which diets and allergies are as hidden as on the page", async () => {
  const event = await kitsOf(site.backend, admin.cookie);
  const student = await addStudent(site.backend);
  expect((await orderKit(site.backend, student.cookie, event)).status).toBe(200);
  const exporter = (...permissions: "BENEFICIARY_READ_RESTRICTED"[]) =>
    signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA", ...permissions] });
  const [plain, reader] = [await exporter(), await exporter("BENEFICIARY_READ_RESTRICTED")];
  const page = `/en/dashboard/admin/events/${event.id}/kits`;
  const file = async (cookie: string) => (await site.visit(`${page}/export.csv`, { cookie })).text();
  expect((await read(page, admin.cookie)).html).not.toContain("export.csv");
  expect((await site.visit(`${page}/export.csv`, { cookie: admin.cookie })).status).not.toBe(200);
  expect((await read(page, plain.cookie)).html).toContain(`${page}/export.csv`);
  const [withheld, whole] = [await file(plain.cookie), await file(reader.cookie)];
  expect(withheld).toContain("not shared");
  for (const words of ["arachides", "Vegan"])
    expect([words, withheld.includes(words), whole.includes(words)]).toEqual([words, false, true]);
  const book = await site.visit(`${page}/export.xlsx`, { cookie: reader.cookie });
  expect([book.status, book.headers.get("content-type")]).toEqual([200, expect.stringContaining("spreadsheetml")]);
  const { db } = site.backend.services;
  const logged = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, reader.id), eq(auditLog.action, "list.export")));
  expect(logged).toHaveLength(2);
});
