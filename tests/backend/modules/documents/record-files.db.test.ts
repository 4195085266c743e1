import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { filePolicy } from "#contract/api/file-policy";
import { backendForTest } from "#tests/support/backend";
import { addContent, addRecordFile, smallPdf as pdf, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);

async function aBackend() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const upload = (content = pdf, name = "communiqué.pdf", as = cookie) => {
    const body = new FormData();
    body.set("file", new File([content], name, { type: "application/pdf" }));
    return backend.request("/api/admin/record-files", { method: "POST", cookie: as, body });
  };
  const uploaded = () => addRecordFile(backend, cookie);
  const read = (path: string, as?: string) => backend.request(path, as ? { cookie: as } : {});
  return { backend, cookie, upload, uploaded, read };
}

test("staff upload files of records and read them, which is recorded; nobody else may do either", async () => {
  const { backend, cookie, upload, uploaded, read } = await aBackend();
  const id = await uploaded();
  const file = await read(`/api/admin/record-files/${id}`, cookie);
  expect([file.status, file.headers.get("content-type"), await file.text()]).toEqual([200, "application/pdf", pdf]);
  const [stored] = await backend.services.db.select().from(documents).where(eq(documents.id, id));
  expect(stored).toMatchObject({ kind: "RECORD_FILE", visibility: "owner", ownerId: null, fileName: "communiqué.pdf" });
  const log = await backend.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, id));
  expect(log.map(({ action }) => action)).toEqual(["document.create", "document.read"]);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie: other } = await signIn(backend, { role });
    expect([(await upload(pdf, "x.pdf", other)).status, (await read(`/api/admin/record-files/${id}`, other)).status]).toEqual([403, 403]);
  }
  expect([(await upload(pdf, "x.pdf", "")).status, (await read(`/api/admin/record-files/${id}`)).status]).toEqual([401, 401]);
  expect((await read(`/api/documents/${id}/content`)).status).toBe(404);
});

test("a file that is neither PDF nor picture is refused, with the allowed types", async () => {
  const { upload } = await aBackend();
  const refused = await upload("MZ nothing of the kind");
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, "unsupported_document"]);
});

test("the file of a press piece is public while the piece is published, and not otherwise", async () => {
  const { backend, cookie, uploaded, read } = await aBackend();
  const fileId = await uploaded();
  const piece = await addContent(backend, "press", cookie, { fileId });
  const status = (next: string) =>
    backend.request(`/api/admin/press/${piece.id}/status`, { method: "POST", cookie, json: { status: next } });
  const file = () => read(`/api/press/${piece.id}/file`);
  expect((await file()).status).toBe(404);
  await status("published");
  const shown = await file();
  expect([shown.status, await shown.text()]).toEqual([200, pdf]);
  expect(shown.headers.get("content-disposition")).toBe('attachment; filename="document.pdf"');
  expect(shown.headers.get("content-security-policy")).toBe(filePolicy);
  const { items } = (await (await read("/api/press")).json()) as { items: unknown[] };
  expect(items).toEqual([expect.objectContaining({ file: { mime: "application/pdf", bytes: pdf.length } })]);
  await status("draft");
  expect((await file()).status).toBe(404);
  const plain = await publishContent(backend, "press", cookie, {});
  expect((await read(`/api/press/${plain.id}/file`)).status).toBe(404);
});

test("no record can name somebody's document or a picture as its file", async () => {
  const { backend, cookie } = await aBackend();
  for (const kind of ["IDENTITY", "PUBLIC_MEDIA"] as const) {
    const row = { kind, visibility: "owner", storageKey: `papers/${kind}`, mime: "application/pdf", bytes: 1, sha256: "0" } as const;
    const [document] = await backend.services.db.insert(documents).values(row).returning();
    for (const [subject, field] of [
      ["press", "fileId"],
      ["testimonials", "consentFileId"],
      ["portraits", "consentFileId"],
    ] as const) {
      await expect(addContent(backend, subject, cookie, { [field]: document?.id })).rejects.toThrow(`${subject}: 422`);
    }
  }
});

test("files without a record are deleted after a day; others, and all other kinds of files, stay", async () => {
  const { backend, cookie, uploaded } = await aBackend();
  const { db, files } = backend.services;
  const [named, loose, consent] = [await uploaded(), await uploaded(), await uploaded()];
  await addContent(backend, "press", cookie, { fileId: named });
  const text = await addContent(backend, "testimonials", cookie, { consentFileId: consent });
  const cv = { kind: "CV", visibility: "owner", storageKey: "applications/x", mime: "application/pdf", bytes: 1, sha256: "0" } as const;
  const [other] = await db.insert(documents).values(cv).returning();
  const left = async () => (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id).toSorted();
  await purgeLooseFiles(backend.services, backend.services.clock());
  expect(await left()).toHaveLength(4);
  const [gone] = await db.select({ key: documents.storageKey }).from(documents).where(eq(documents.id, loose));
  await purgeLooseFiles(backend.services, inAWeek());
  expect(await left()).toEqual([named, consent, other?.id ?? ""].toSorted());
  expect(await files.get(gone?.key ?? "")).toBeNull();
  await backend.request(`/api/admin/testimonials/${text.id}`, { method: "DELETE", cookie });
  await backend.request(`/api/admin/testimonials/bin/${text.id}`, { method: "DELETE", cookie });
  await purgeLooseFiles(backend.services, inAWeek());
  expect(await left()).toEqual([named, other?.id ?? ""].toSorted());
});
