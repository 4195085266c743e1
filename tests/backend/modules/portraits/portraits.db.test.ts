import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { backendForTest } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

async function aBackend() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { db, files } = backend.services;
  const photo = async (kind: "PUBLIC_MEDIA" | "AVATAR" = "PUBLIC_MEDIA") => {
    const storageKey = `public-media/${crypto.randomUUID()}`;
    await files.put(storageKey, new Uint8Array([1]), "image/webp");
    const row = { kind, visibility: "public", storageKey, mime: "image/webp", bytes: 1, sha256: "0" } as const;
    const [stored] = await db.insert(documents).values(row).returning();
    return stored?.id ?? "";
  };
  const shown = async (query = "") => {
    const { items } = (await (await backend.request(`/api/portraits${query}`)).json()) as { items: { name: string }[] };
    return items.map(({ name }) => name);
  };
  const left = async () => (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id).toSorted();
  return { backend, cookie, photo, shown, left };
}

test("nobody is shown without agreement, and each team shows its own", async () => {
  const { backend, cookie, shown } = await aBackend();
  const { id } = await addContent(backend, "portraits", cookie, { name: "Pas encore", consentedOn: null });
  const refused = await backend.request(`/api/admin/portraits/${id}/status`, { method: "POST", cookie, json: { status: "published" } });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, "no_consent"]);
  const team = await publishContent(backend, "sectors", cookie, { name: "Lyon" });
  await publishContent(backend, "portraits", cookie, { name: "Nationale", consentedOn: "2026-11-01", sectorId: null });
  await publishContent(backend, "portraits", cookie, { name: "Locale", consentedOn: "2026-11-01", sectorId: team.id });
  expect([await shown(), await shown(`?sectorId=${team.id}`)]).toEqual([["Nationale"], ["Locale"]]);
});

test("removing the agreement of a published portrait is refused: it must be unpublished first", async () => {
  const { backend, cookie } = await aBackend();
  const { id, version } = await publishContent(backend, "portraits", cookie, { consentedOn: "2026-11-01" });
  const draft = { name: "Camille", role: { fr: "Coordination", en: "" }, version };
  expect((await backend.request(`/api/admin/portraits/${id}`, { method: "PATCH", cookie, json: draft })).status).toBe(409);
});

test("a replaced photograph is deleted by the next run; one that another record shows stays", async () => {
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
  await purgeLooseFiles(services, services.clock());
  expect(await left()).toEqual([removed, shared, unused, fresh].toSorted());
  for (const { id } of [second, third]) await backend.request(`/api/admin/portraits/bin/${id}`, { method: "DELETE", cookie });
  const [gone] = await services.db.select({ key: documents.storageKey }).from(documents).where(eq(documents.id, removed));
  await purgeLooseFiles(services, services.clock());
  expect(await left()).toEqual([shared, unused, fresh].toSorted());
  expect(await services.files.get(gone?.key ?? "")).toBeNull();
  const log = await services.db.select({ id: auditLog.entityId }).from(auditLog).where(eq(auditLog.action, "document.purge"));
  expect(log.map(({ id }) => id).toSorted()).toEqual([replaced, removed].toSorted());
});

test("a photograph that is used again, or elsewhere, is not deleted by the nightly run", async () => {
  const { backend, cookie, photo } = await aBackend();
  const [back, shared, other] = [await photo(), await photo(), await photo()];
  const portrait = await publishContent(backend, "portraits", cookie, { photoId: back });
  for (const [at, photoId] of [other, back].entries()) {
    const json = {
      name: "Camille",
      role: { fr: "Coordination", en: "" },
      consentedOn: "2026-11-01",
      photoId,
      version: portrait.version + at,
    };
    expect((await backend.request(`/api/admin/portraits/${portrait.id}`, { method: "PATCH", cookie, json })).status).toBe(200);
  }
  const { id } = await addContent(backend, "portraits", cookie, { photoId: shared });
  await publishContent(backend, "partners", cookie, { logoId: shared });
  expect((await backend.request(`/api/admin/portraits/${id}`, { method: "DELETE", cookie })).status).toBe(200);
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const services = { ...backend.services, clock: () => tomorrow };
  await purgeLooseFiles(services, tomorrow);
  await applyRetention(services);
  const answers = [back, shared, other].map(async (document) => (await backend.request(`/api/documents/${document}/content`)).status);
  expect(await Promise.all(answers)).toEqual([200, 200, 404]);
});

test.each([
  ["portraits", "photoId"],
  ["partners", "logoId"],
] as const)("%s show pictures that were brought for pages, and nobody's own", async (name, field) => {
  const { backend, cookie, photo } = await aBackend();
  const json = { ...contentRecords[name], [field]: await photo("AVATAR") };
  expect((await backend.request(`/api/admin/${name}`, { method: "POST", cookie, json })).status).toBe(422);
});

test("a team that is not on line shows nobody", async () => {
  const { backend, cookie, shown } = await aBackend();
  const team = await addContent(backend, "sectors", cookie, { name: "Bientôt" });
  await publishContent(backend, "portraits", cookie, { consentedOn: "2026-11-01", sectorId: team.id });
  expect(await shown(`?sectorId=${team.id}`)).toEqual([]);
});
