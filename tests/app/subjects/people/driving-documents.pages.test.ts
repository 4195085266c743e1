import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const path = "/account/pending/validation";
/** What a page shows; its scripts hold every text of its subject. */
const shown = async (as: string) => (await (await site.visit(path, { cookie: as })).text()).replace(/<script\b.*?<\/script>/gs, "");
const send = (as: string, fields: Record<string, string | File>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ part: "driving", ...fields })) body.set(name, value);
  return site.visit(path, { cookie: as, method: "POST", body, headers: { origin: publicUrl } });
};
const file = (name: string) => new File([`%PDF-1.4\n${name}\n%%EOF`], name, { type: "application/pdf" });

test("a volunteer whose account waits sends a driver's document again where it was refused, without script", async () => {
  const { id, cookie } = await signIn(site.backend, { role: "VOLUNTEER", accountState: "to_validate" });
  const { db } = site.backend.services;
  await db.insert(driverProfiles).values({ userId: id, vehicle: "car" });
  const licence = { ownerId: id, kind: "LICENCE", visibility: "owner", verification: "rejected", rejectReason: "Photo floue" } as const;
  await db
    .insert(documents)
    .values({ ...licence, fileName: "permis.jpg", mime: "image/jpeg", bytes: 4, sha256: "a", storageKey: `papers/${id}` });
  // The mail about a refusal leads to the page of the driving.
  expect((await site.visit("/account/settings/driving", { cookie })).headers.get("location")).toBe(path);
  const before = await shown(cookie);
  expect([before.includes("permis.jpg"), before.includes("Photo floue"), /<input[^>]*name="file"/.test(before)]).toEqual([
    true,
    true,
    true,
  ]);
  const refused = await send(cookie, { kind: "LICENCE" });
  expect([refused.status, (await refused.text()).includes("Choisissez un fichier.")]).toEqual([400, true]);
  const sent = await send(cookie, { kind: "LICENCE", file: file("permis-net.pdf") });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  expect(await shown(cookie)).toMatch(/permis-net\.pdf.*Reçu, à vérifier.*permis\.jpg/s);
});

test("a driver whose account is open reads what became of each document, and whether the driving is approved", async () => {
  const { id, cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const { db } = site.backend.services;
  const settings = async (prefix = "") =>
    (await (await site.visit(`${prefix}/account/settings/driving`, { cookie })).text()).replace(/<script\b.*?<\/script>/gs, "");
  expect(await settings()).not.toContain("Vos documents envoyés");
  const days = { licenceExpiry: "2030-01-01", insuranceExpiry: "2030-01-01", inspectionExpiry: "2030-01-01" };
  await db.insert(driverProfiles).values({ userId: id, vehicle: "car", ...days });
  const document = { ownerId: id, visibility: "owner", mime: "image/jpeg", bytes: 4, sha256: "b" } as const;
  await db.insert(documents).values([
    { ...document, kind: "LICENCE", verification: "accepted", fileName: "permis.jpg", storageKey: `papers/open-${id}-1` },
    {
      ...{ ...document, kind: "INSURANCE", verification: "rejected", rejectReason: "Date illisible" },
      ...{ fileName: "assurance.jpg", storageKey: `papers/open-${id}-2` },
    },
  ]);
  const page = await settings();
  for (const text of [
    "permis.jpg",
    "Accepté",
    "assurance.jpg",
    "À renvoyer : Date illisible",
    "L’équipe ne vous a pas encore donné son accord pour conduire.",
  ])
    expect(page.replace(/\u00a0|\u202f|&nbsp;/g, " ")).toContain(text);
  for (const [status, french, english] of [
    ["approved", "L’équipe est d’accord pour que vous conduisiez", "The team has approved you as a driver"],
    ["blocked", "L’équipe ne vous confie plus de trajets", "The team no longer gives you trips"],
  ] as const) {
    await db.update(driverProfiles).set({ status }).where(eq(driverProfiles.userId, id));
    expect([await settings(), await settings("/en")]).toEqual([expect.stringContaining(french), expect.stringContaining(english)]);
  }
});

test("a driver who has sent nothing reads so, in place of an empty list", async () => {
  const { id, cookie } = await signIn(site.backend, { role: "VOLUNTEER", accountState: "to_validate" });
  await site.backend.services.db.insert(driverProfiles).values({ userId: id, vehicle: "car" });
  const [, panel = ""] = /aria-labelledby="driving-title"(.*?)<form/s.exec(await shown(cookie)) ?? [];
  expect([panel.includes("Vous n’en avez pas encore envoyé."), panel.includes("<ul"), panel.includes("un autre")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a volunteer who does not drive, and other people, have no such form, and the backend takes nothing from them", async () => {
  const walker = await signIn(site.backend, { role: "VOLUNTEER", accountState: "to_validate" });
  const merchant = await signIn(site.backend, { role: "DONATOR_MERCHANT", accountState: "to_validate" });
  for (const { cookie } of [walker, merchant]) expect(await shown(cookie)).not.toMatch(/<input[^>]*name="file"/);
  const suspended = await signIn(site.backend, { role: "VOLUNTEER", accountState: "suspended" });
  for (const { cookie } of [merchant, suspended]) {
    const body = new FormData();
    body.set("kind", "LICENCE");
    body.set("file", file("permis.pdf"));
    expect((await site.backend.request("/api/account/driving/papers", { method: "POST", cookie, body })).status).toBe(403);
    expect((await site.backend.request("/api/account/driving/papers", { cookie })).status).toBe(403);
  }
});
