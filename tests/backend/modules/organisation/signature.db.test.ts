import sharp from "sharp";
import { expect, test } from "vitest";
import { certificatePdf } from "#backend/modules/hours/certificate-pdf";
import type { volunteerCertificates } from "#backend/modules/hours/tables";
import type { OrganisationPartRecord } from "#contract/charity/organisation";
import { backendForTest, testClock } from "#tests/support/backend";
import { addRecordFile } from "#tests/support/content";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

test("the picture of the signature is on receipts and certificates issued from then on, in PDF/A, and earlier ones do not change", async () => {
  const { clock, pass } = testClock(new Date("2027-01-20T10:00:00Z"));
  const backend = await backendForTest({ clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await addReceiptFacts(backend);
  const receipts = receiptsOf(backend, () => cookie);
  const issued = async (email: string) => {
    const id = await receipts.issue((await addPaidGift(backend, email, 2_000, "2026-03-02")).id);
    return { id, bytes: Buffer.from(await (await receipts.file(id)).arrayBuffer()) };
  };
  const certificate = (createdAt: Date) => {
    const row = { number: "BEN-2027-1", holderName: "Aya", totalMinutes: 60, lines: [], checkCode: "ABCDEFGH", sectorName: null };
    const period = { periodFrom: "2026-01-01", periodTo: "2026-12-31" };
    return certificatePdf(backend.services, { ...row, ...period, createdAt } as unknown as typeof volunteerCertificates.$inferSelect, "fr");
  };
  const before = await issued("before@example.org");
  const then = clock();
  const plainCertificate = await certificate(then);
  const transparent = sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 0, b: 90, alpha: 0.4 } } });
  const body = new FormData();
  body.set("file", new File([new Uint8Array(await transparent.png().toBuffer())], "signature.png", { type: "image/png" }));
  const stored = await backend.request("/api/admin/record-files", { method: "POST", cookie, body });
  const { id: signatureId } = (await stored.json()) as { id: string };
  const path = "/api/admin/organisation/receipts";
  const save = async (id: string | null, more: object = {}) => {
    const { facts, version } = (await (await backend.request(path, { cookie })).json()) as OrganisationPartRecord;
    pass(1);
    const json = { facts: { ...facts, signatureId: id, ...more }, version };
    return (await backend.request(path, { method: "PUT", cookie, json })).status;
  };
  expect(await save(await addRecordFile(backend, cookie))).toBe(422);
  expect(await save(crypto.randomUUID())).toBe(422);
  expect(await save(signatureId)).toBe(200);
  expect(await save(signatureId, { signatory: "Aya Petit" })).toBe(422);

  const signed = await issued("signed@example.org");
  const source = signed.bytes.toString("latin1");
  expect(source.match(/\/Subtype \/Image/g)).toHaveLength(1);
  expect(source).toContain("/ColorSpace /DeviceRGB");
  expect(source).not.toContain("/SMask");
  expect(source).toContain("/OutputIntents");
  expect(readPdf(signed.bytes)).toMatchObject({ pages: 2, alternatives: ["Signature de Inès Roy"] });
  const signedAt = clock();
  const signedCertificate = await certificate(signedAt);
  expect(readPdf(signedCertificate).tags).toContain("Figure");

  expect(await save(null)).toBe(200);
  expect((await issued("after@example.org")).bytes.toString("latin1")).not.toContain("/Subtype /Image");
  for (const { id, bytes } of [before, signed]) expect(Buffer.from(await (await receipts.file(id)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(Buffer.from(await certificate(then)).equals(Buffer.from(plainCertificate))).toBe(true);
  expect(Buffer.from(await certificate(signedAt)).equals(Buffer.from(signedCertificate))).toBe(true);

  const file = `/api/admin/record-files/${signatureId}`;
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  const statuses = await Promise.all([{ cookie }, { cookie: volunteer }, {}].map(async (as) => (await backend.request(file, as)).status));
  expect(statuses).toEqual([200, 403, 401]);
  expect((await backend.request(`/api/documents/${signatureId}/content`)).status).toBe(404);
});
