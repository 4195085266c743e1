import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import type { Localized } from "#contract/formats/localized";
import type { PublicLegalKey } from "#contract/law/legal-documents";
import type { Db } from "../db/client.ts";
import { demoPeople } from "./people.ts";

const day = 86_400_000;

function read(name: string): { title: Localized; body: Localized } {
  const [french, english] = ["fr", "en"].map((locale) => {
    const [title = "", , ...body] = readFileSync(`backend/demo/legal/${name}.${locale}.md`, "utf8").trim().split("\n");
    return { title: title.slice(2), body: body.join("\n") };
  });
  return { title: { fr: french?.title ?? "", en: english?.title }, body: { fr: french?.body ?? "", en: english?.body } };
}

/** The volunteers' charter, signed by all but those who are there to show an unsigned one. */
export async function addCharter(tx: Db, people: Map<string, string>, now: Date) {
  const publishedAt = new Date(now.getTime() - 300 * day);
  const charter = { ...read("volunteer-charter"), key: "volunteer_charter", documentVersion: 1, appliesTo: ["VOLUNTEER"], publishedAt };
  const [row] = await tx.insert(legalDocuments).values(charter).returning();
  if (!row) return;
  const textHash = createHash("sha256").update(row.body.fr).digest("hex");
  const signedAt = new Date(now.getTime() - 190 * day);
  const signers = demoPeople.filter(({ role, unsigned }) => role === "VOLUNTEER" && !unsigned);
  const signature = { legalDocumentId: row.id, locale: "fr", textHash, signedAt } as const;
  await tx.insert(signatures).values(signers.map(({ email }) => ({ ...signature, userId: people.get(email) ?? "" })));
}

/** The texts everyone can read. The terms have an earlier version, from before they could be read version by version. */
export async function addPublicTexts(tx: Db, now: Date) {
  const at = (days: number) => new Date(now.getTime() - days * day);
  const text = (key: PublicLegalKey, documentVersion: number, published: number, retired?: number) => ({
    ...{ key, documentVersion, appliesTo: [], blocking: false },
    ...{ publishedAt: at(published), retiredAt: retired ? at(retired) : null },
    ...read(key),
  });
  const first = text("cgu", 1, 900, 120);
  first.body = { fr: withoutArticle(first.body.fr, 12), en: withoutArticle(first.body.en ?? "", 12) };
  await tx.insert(legalDocuments).values([first, text("cgu", 2, 120), text("gdpr", 1, 120), text("accessibility", 1, 30)]);
}

function withoutArticle(body: string, number: number): string {
  // expression-cost: only the texts of the demonstration are read with it
  return body.replace(new RegExp(`## ${number}\\..*?(?=## ${number + 1}\\.)`, "s"), "").replace(`## ${number + 1}.`, `## ${number}.`);
}
