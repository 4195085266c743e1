import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { backendForTest } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

async function aBackend() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { db, files } = backend.services;
  const photo = async () => {
    const storageKey = `public-media/${crypto.randomUUID()}`;
    await files.put(storageKey, new Uint8Array([1]), "image/webp");
    const row = { kind: "PUBLIC_MEDIA", visibility: "public", storageKey, mime: "image/webp", bytes: 1, sha256: "0" } as const;
    const [kept] = await db.insert(documents).values(row).returning();
    return kept?.id ?? "";
  };
  const shown = async (query = "") => {
    const { items } = (await (await backend.request(`/api/portraits${query}`)).json()) as { items: { name: string }[] };
    return items.map(({ name }) => name);
  };
  const left = async () => (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id).toSorted();
  return { backend, cookie, photo, shown, left };
}

test("nobody is shown who has not agreed, and each team shows its own", async () => {
  const { backend, cookie, shown } = await aBackend();
  const { id } = await addContent(backend, "portraits", cookie, { name: "Pas encore", consentedOn: null });
  const refused = await backend.request(`/api/admin/portraits/${id}/status`, { method: "POST", cookie, json: { status: "published" } });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, "no_consent"]);
  const team = await publishContent(backend, "sectors", cookie, { name: "Lyon" });
  await publishContent(backend, "portraits", cookie, { name: "Nationale", consentedOn: "2026-11-01", sectorId: null });
  await publishContent(backend, "portraits", cookie, { name: "Locale", consentedOn: "2026-11-01", sectorId: team.id });
  expect([await shown(), await shown(`?sectorId=${team.id}`)]).toEqual([["Nationale"], ["Locale"]]);
});

test("an agreement that is taken out of a portrait on line is refused: the portrait goes off line first", async () => {
  const { backend, cookie } = await aBackend();
  const { id, version } = await publishContent(backend, "portraits", cookie, { consentedOn: "2026-11-01" });
  const draft = { name: "Camille", role: { fr: "Coordination", en: "" }, version };
  expect((await backend.request(`/api/admin/portraits/${id}`, { method: "PATCH", cookie, json: draft })).status).toBe(409);
});

test("a photograph that leaves its portrait is thrown away at the next turn; one that another record shows stays", async () => {
  const { backend, cookie, photo, left } = await aBackend();
  const { services } = backend;
  const [replaced, removed, shared, unused] = [await photo(), await photo(), await photo(), await photo()];
  const first = await addContent(backend, "portraits", cookie, { photoId: replaced });
  const second = await addContent(backend, "portraits", cookie, { photoId: removed });
  const third = await addContent(backend, "portraits", cookie, { photoId: shared });
  await addContent(backend, "partners", cookie, { logoId: shared });
  const draft = { name: "Camille", role: { fr: "Coordination", en: "" } };
  const edit = (photoId: string, version: number) =>
    backend.request(`/api/admin/portraits/${first.id}`, { method: "PATCH", cookie, json: { ...draft, photoId, version } });
  expect((await edit(replaced, first.version)).status).toBe(200);
  await purgeLooseFiles(services, services.clock());
  expect(await left()).toHaveLength(4);
  const fresh = await photo();
  expect((await edit(fresh, first.version + 1)).status).toBe(200);
  for (const { id } of [second, third]) await backend.request(`/api/admin/portraits/${id}`, { method: "DELETE", cookie });
  const [gone] = await services.db.select({ key: documents.storageKey }).from(documents).where(eq(documents.id, removed));
  await purgeLooseFiles(services, services.clock());
  expect(await left()).toEqual([shared, unused, fresh].toSorted());
  expect(await services.files.get(gone?.key ?? "")).toBeNull();
});
