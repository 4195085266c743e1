import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { logIn } from "../support/people";
import { expect, test } from "../support/test";

/** Noise does not compress: a photo heavier than what may be sent. */
async function heavyPhoto() {
  const [width, height] = [4_000, 3_000];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

test("a heavy photo is made smaller and arrives; what cannot be read, or is too heavy, is said before it is sent", async ({
  page,
}, testInfo) => {
  test.setTimeout(60_000);
  await logIn(page, "waiting");
  await page.goto("/account/pending/criteria");
  const field = page.getByLabel("Fichier");
  const note = page.locator(".file-note");

  await field.setInputFiles({ name: "cert.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") });
  await expect(note).toContainText("Nous ne pouvons pas lire ce type de fichier.");
  await expect(field).toHaveValue("");

  // From the disk: a buffer of this size passes to the browser as text, which takes seconds.
  const scan = testInfo.outputPath("scan.pdf");
  await writeFile(scan, Buffer.alloc(11 * 1024 * 1024, "a"));
  await field.setInputFiles(scan);
  await expect(note).toContainText("Ce fichier pèse 11 Mo");
  await expect(field).toHaveValue("");

  const photo = await heavyPhoto();
  expect(photo.length).toBeGreaterThan(10 * 1024 * 1024);
  const heavy = testInfo.outputPath("certificat.jpeg");
  await writeFile(heavy, photo);
  await field.setInputFiles(heavy);
  await expect(note).toContainText("Photo allégée avant l’envoi", { timeout: 20_000 });
  await page.getByRole("button", { name: "Ajouter ce fichier" }).click();
  await expect(page.getByText("Votre fichier est arrivé.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "certificat.jpg" })).toBeVisible();
});
