import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { writtenCode } from "#contract/formats/typed-code";
import { addRegistration, addRunningEvent } from "#tests/support/door";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

/** A page as it is read: its script has all texts in it. */
const shown = async (path: string, cookie: string) =>
  (await (await site.visit(path, { cookie })).text()).replace(/<script[\s\S]*?<\/script>/g, "");

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";

/** Sends the field of the door as a hand scanner does, and follows to the answer. */
async function scanOn(path: string, cookie: string, fields: Record<string, string>) {
  const html = await shown(path, cookie);
  const form = { kind: hidden(html, "kind"), device: hidden(html, "device"), nonce: hidden(html, "nonce"), ...fields };
  const sent = await site.visit(path, { cookie, form });
  expect(sent.status).toBe(303);
  return shown(sent.headers.get("location") ?? "", cookie);
}

test("without script, the door says who comes in, finds a name, and takes a scan back", async () => {
  const event = await addRunningEvent(site.backend);
  const person = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Lina", lastName: "Belkacem" });
  const id = await addRegistration(site.backend, event, { userId: person.id }, { partySize: 2 });
  const { letters = "" } = (await issueCodes(site.backend.services, "ticket", [id])).get(id) ?? {};
  const chooser = await shown("/dashboard/admin/events/scan", admin);
  expect(chooser).toContain(`/dashboard/admin/events/scan?event=${event.eventId}`);

  const door = `/dashboard/admin/events/scan?event=${event.eventId}`;
  const entered = await scanOn(door, admin, { code: writtenCode(letters) });
  expect(entered).toMatch(/data-tone="success"[\s\S]*Entrée validée[\s\S]*Lina Belkacem, et 1 autre personne/);
  expect(await scanOn(door, admin, { code: letters })).toMatch(/data-tone="warning"[\s\S]*Entrée déjà notée/);
  expect(await scanOn(`/en${door}`, admin, { code: "ABCDEFGH" })).toMatch(/data-tone="danger"[\s\S]*Unknown code/);

  const found = await (await site.visit(`${door}&q=belk`, { cookie: admin })).text();
  expect(found).toMatch(/Recherche\s: belk[\s\S]*Lina Belkacem[\s\S]*à l’intérieur/);
  const out = await scanOn(`${door}&kind=exit&q=belk`, admin, { registration: id });
  expect(out).toMatch(/Sortie validée/);
  const undone = await site.visit(door, { cookie: admin, form: { intent: "undo", kind: "entry", checkIn: hidden(out, "checkIn") } });
  expect(undone.status).toBe(303);
  expect(await shown(door, admin)).toMatch(/annulé/);
});

test("volunteers work at the door that they are named for, and nowhere else", async () => {
  const event = await addRunningEvent(site.backend);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const { cookie } = volunteer;
  const page = `/dashboard/events/${event.eventId}`;
  expect((await site.visit(`${page}/door`, { cookie })).status).toBe(404);
  expect(await shown(page, cookie)).not.toContain(`${page}/door`);
  const codes = `/dashboard/admin/events/${event.eventId}/qrcodes`;
  expect((await site.visit(codes, { cookie: admin, form: { email: volunteer.email } })).status).toBe(303);
  expect(await shown(page, cookie)).toContain(`${page}/door`);
  const door = await (await site.visit(`${page}/door`, { cookie })).text();
  expect([door.includes('name="code"'), door.includes('id="door-name"')]).toEqual([true, false]);
});

test("S6-009 a ticket has its code in a picture and in letters while it counts, and says why when it has none", async () => {
  const event = await addRunningEvent(site.backend);
  const holder = await signIn(site.backend, { role: "BENEFICIARY" });
  const id = await addRegistration(site.backend, event, { userId: holder.id });
  const { letters = "" } = (await issueCodes(site.backend.services, "ticket", [id])).get(id) ?? {};
  const path = `/dashboard/events/${event.eventId}/qrcode`;
  const html = await shown(path, holder.cookie);
  expect(html).toContain("Inscription valable");
  expect(html).toContain(writtenCode(letters));
  expect(html).toContain('shape-rendering="crispEdges"');
  const picture = await site.visit(`${path}.png`, { cookie: holder.cookie });
  expect([picture.status, picture.headers.get("content-type"), picture.headers.get("cache-control")]).toEqual([
    200,
    "image/png",
    "no-store",
  ]);
  const waiting = await signIn(site.backend, { role: "BENEFICIARY" });
  await addRegistration(site.backend, event, { userId: waiting.id }, { status: "waiting" });
  const none = await shown(path, waiting.cookie);
  expect([none.includes("Pas encore confirmée"), none.includes("crispEdges")]).toEqual([true, false]);
  expect((await site.visit(`${path}.png`, { cookie: waiting.cookie })).status).toBe(404);
});

test("administrators print the codes and replace them", async () => {
  const event = await addRunningEvent(site.backend);
  const id = await addRegistration(site.backend, event, { guestName: "Lou" });
  const path = `/dashboard/admin/events/${event.eventId}/qrcodes`;
  const before = (await issueCodes(site.backend.services, "ticket", [id])).get(id)?.letters ?? "";
  expect(await shown(path, admin)).toContain(writtenCode(before));
  const sheet = await site.visit(`${path}.pdf?format=badges`, { cookie: admin });
  expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await site.visit(path, { cookie: admin, form: { intent: "rotate", ids: id } })).status).toBe(303);
  expect(await shown(path, admin)).not.toContain(writtenCode(before));
});

test("a scan that is sent later says its answer in the address, and who was refused has a list", async () => {
  const event = await addRunningEvent(site.backend);
  const person = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Nour", lastName: "Amrani" });
  const id = await addRegistration(site.backend, event, { userId: person.id }, { status: "cancelled_by_user" });
  const { code = "" } = (await issueCodes(site.backend.services, "ticket", [id])).get(id) ?? {};
  const door = `/dashboard/admin/events/scan?event=${event.eventId}`;
  const form = { code, kind: "entry", device: crypto.randomUUID(), nonce: crypto.randomUUID() };
  const sent = await site.visit(door, { cookie: admin, form: { ...form, at: new Date().toISOString() } });
  expect(new URL(sent.headers.get("location") ?? "", "http://localhost").searchParams.get("answer")).toBe("cancelled");
  const office = `/dashboard/admin/events/${event.eventId}`;
  expect(await shown(office, admin)).toContain(`${door}&amp;scans=refused`);
  expect(await shown(`${door}&scans=refused`, admin)).toMatch(/Refus, sans entrée depuis[\s\S]*Nour Amrani/);
});
