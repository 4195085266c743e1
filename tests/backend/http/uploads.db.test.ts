import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { storeFile } from "#backend/modules/documents/uploading";
import { storeCv } from "#backend/modules/jobs/cvs";
import { maxDocumentBytes } from "#contract/accounts/documents";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { filesInMemory } from "#tests/support/files-in-memory";
import { signIn } from "#tests/support/people";

const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: "#cb1067" } });
const png = await plain.clone().png().toBuffer();
const secretPlace = "Domicile de la personne";
const turned = await plain
  .clone()
  .jpeg()
  .withExif({ IFD0: { ImageDescription: secretPlace, Orientation: "6" } })
  .withMetadata({ orientation: 6 })
  .toBuffer();
const pdf = Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF");

async function uploader() {
  const files = filesInMemory();
  const backend = await backendForTest({ files });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const send = (bytes: Uint8Array, name: string, type: string) => {
    const body = new FormData();
    body.set("file", new File([bytes as BlobPart], name, { type }));
    return backend.request("/api/documents/public-media", { method: "POST", cookie, body });
  };
  return { backend, files, send };
}

const rowsOf = ({ services }: TestBackend) => services.db.$count(documents);

test("an uploaded picture is stored as WebP, recorded, and public at its URL", async () => {
  const { backend, files, send } = await uploader();
  const answer = await send(png, "photo.png", "image/png");
  expect(answer.status).toBe(201);
  const stored = (await answer.json()) as { id: string };
  expect(stored).toMatchObject({ mime: "image/webp", width: 40, height: 20 });
  const content = await backend.request(`/api/documents/${stored.id}/content`);
  expect([content.status, content.headers.get("content-type"), content.headers.get("content-security-policy")]).toEqual([
    200,
    "image/webp",
    "sandbox; default-src 'none'; frame-ancestors 'none'",
  ]);
  expect(new Uint8Array(await content.arrayBuffer())).toEqual(new Uint8Array([...files.stored.values()][0] ?? []));
  const actions = await backend.services.db.select({ action: auditLog.action, entityId: auditLog.entityId }).from(auditLog);
  expect(actions).toContainEqual({ action: "document.create", entityId: stored.id });
});

test("metadata of the original is removed: no EXIF, no texts, and the orientation is applied", async () => {
  const { files, send } = await uploader();
  expect(turned.includes(secretPlace)).toBe(true);
  expect((await send(turned, "photo.jpg", "image/jpeg")).status).toBe(201);
  const [stored = new Uint8Array()] = files.stored.values();
  const { format, exif, xmp, iptc, orientation, width, height } = await sharp(stored).metadata();
  expect({ format, exif, xmp, iptc, orientation, width, height }).toEqual({ format: "webp", width: 20, height: 40 });
  expect(Buffer.from(stored).includes(secretPlace)).toBe(false);
});

test.each([
  ["bytes that are another type than said", png, "photo.jpg", "image/jpeg"],
  ["a name that lies", png, "photo.jpg", "image/png"],
  ["a type that lies", png, "photo.png", "image/webp"],
  ["a double ending", png, "photo.png.html", "image/png"],
  ["HTML called a picture", Buffer.from("<!doctype html><script>alert(1)</script>"), "photo.png", "image/png"],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "drawing.svg", "image/svg+xml"],
  ["a PDF where a picture is asked", pdf, "letter.pdf", "application/pdf"],
  ["a PDF called a picture", pdf, "photo.png", "image/png"],
  ["half a picture", png.subarray(0, 60), "photo.png", "image/png"],
  ["nothing", Buffer.alloc(0), "photo.png", "image/png"],
])("%s is refused, and nothing is kept", async (_, bytes, name, type) => {
  const { backend, files, send } = await uploader();
  const answer = await send(bytes, name, type);
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: "unsupported_file" })]);
  expect([files.stored.size, await rowsOf(backend)]).toEqual([0, 0]);
});

test.each([
  ["its name", "photo.png", "application/pdf"],
  ["its type", "letter.pdf", "image/png"],
])("a PDF that is a picture by %s is refused as a supporting document and as a CV", async (_, name, type) => {
  const { files } = await uploader();
  const file = new File([pdf], name, { type });
  await expect(storeFile(files, "papers", file)).rejects.toMatchObject({ code: "unsupported_document" });
  await expect(storeCv({ files }, file)).rejects.toMatchObject({ code: "invalid" });
  expect(files.stored.size).toBe(0);
});

test("10 MB are the limit, whether the file or the whole request is larger", async () => {
  const { backend, files, send } = await uploader();
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  expect((await send(padded(maxDocumentBytes), "photo.png", "image/png")).status).toBe(201);
  expect((await send(padded(maxDocumentBytes + 1), "photo.png", "image/png")).status).toBe(413);
  expect((await send(padded(2 * maxDocumentBytes), "photo.png", "image/png")).status).toBe(413);
  expect([files.stored.size, await rowsOf(backend)]).toEqual([1, 1]);
});

test("a picture of too many pixels is refused before it fills the memory", async () => {
  const { files, send } = await uploader();
  const huge = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: "white" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(huge.length).toBeLessThan(maxDocumentBytes);
  expect([(await send(huge, "photo.png", "image/png")).status, files.stored.size]).toEqual([422, 0]);
});

test("a private file is not found, by anyone who is not meant to read it: the same answer as for one that does not exist", async () => {
  const { backend, files, send } = await uploader();
  const { id } = (await (await send(png, "photo.png", "image/png")).json()) as { id: string };
  await backend.services.db.update(documents).set({ visibility: "owner" });
  expect(files.stored.size).toBe(1);
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const answers = await Promise.all(
    [id, crypto.randomUUID()].flatMap((one) =>
      [undefined, cookie].map(async (who) => {
        const answer = await backend.request(`/api/documents/${one}/content`, { cookie: who });
        const { requestId: _, ...problem } = (await answer.json()) as Record<string, unknown>;
        return [answer.status, problem];
      }),
    ),
  );
  for (const answer of answers) expect(answer).toEqual([404, expect.objectContaining({ code: "not_found" })]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test("people who may not upload are refused, and nothing is stored", async () => {
  const { backend, files } = await uploader();
  const body = () => {
    const form = new FormData();
    form.set("file", new File([png as BlobPart], "photo.png", { type: "image/png" }));
    return form;
  };
  const { cookie } = await signIn(backend, { role: "BENEFICIARY" });
  const send = (who?: string) => backend.request("/api/documents/public-media", { method: "POST", cookie: who, body: body() });
  expect([(await send()).status, (await send(cookie)).status, files.stored.size]).toEqual([401, 403, 0]);
});

test("a failed insert leaves no file behind", async () => {
  const { backend, files, send } = await uploader();
  await backend.services.db.execute(sql`alter table documents add constraint no_more check (bytes < 0)`);
  expect((await send(png, "photo.png", "image/png")).status).toBe(500);
  expect([files.stored.size, await rowsOf(backend)]).toEqual([0, 0]);
});

test("a change that cannot be recorded stores neither file nor row", async () => {
  const { backend, files, send } = await uploader();
  await backend.services.db.execute(sql`alter table audit_log add constraint no_more check (action <> 'document.create') not valid`);
  expect((await send(png, "photo.png", "image/png")).status).toBe(500);
  expect([files.stored.size, await rowsOf(backend)]).toEqual([0, 0]);
});
