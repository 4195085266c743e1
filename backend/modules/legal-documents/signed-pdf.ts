import { createRequire } from "node:module";
import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import type { OwnSignature } from "#contract/legal-editing";
import type { Locale } from "#contract/locale";
import { readIn } from "#contract/read-in";
import { legalDocuments, signatures } from "./tables.ts";

/** What a person signed, the last first, in their language. */
export async function ownSignatures(db: Db, userId: string, locale: Locale): Promise<OwnSignature[]> {
  const rows = await db
    .select({ id: signatures.id, signedAt: signatures.signedAt, title: legalDocuments.title, number: legalDocuments.documentVersion })
    .from(signatures)
    .innerJoin(legalDocuments, eq(legalDocuments.id, signatures.legalDocumentId))
    .where(eq(signatures.userId, userId))
    .orderBy(desc(signatures.signedAt))
    .limit(100);
  return rows.map(({ title, signedAt, ...row }) => ({ ...row, title: readIn(locale, title).text, signedAt: signedAt.toISOString() }));
}

type Needs = Pick<Services, "db" | "translate" | "settings">;

/**
 * The signed text as a PDF for its signer: the same bytes each time, since text and signature never change. It is
 * tagged text in the language that was signed, with its own typeface, so that readers and screen readers have it too.
 */
export async function signedPdf({ db, translate, settings }: Needs, userId: string, id: string): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ signature: signatures, text: legalDocuments, firstName: users.firstName, lastName: users.lastName })
    .from(signatures)
    .innerJoin(legalDocuments, eq(legalDocuments.id, signatures.legalDocumentId))
    .innerJoin(users, eq(users.id, signatures.userId))
    .where(and(eq(signatures.id, id), eq(signatures.userId, userId)));
  if (!row) return null;
  const { signature, text } = row;
  const { locale } = signature;
  const t = (key: string, values = {}) => translate(locale, `papers:signed.${key}`, values);
  const when = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", {
    timeZone: "Europe/Paris",
    dateStyle: "long",
    timeStyle: "medium",
  }).format(signature.signedAt);
  const proof = [
    t("by", { name: `${row.firstName} ${row.lastName}` }),
    t("at", { when }),
    t("version", { version: text.documentVersion }),
    t("hash", { hash: signature.textHash }),
    ...(signature.address ? [t("address", { address: signature.address })] : []),
  ];
  const title = text.title[locale] ?? text.title.fr;
  return draw({
    title,
    body: text.body[locale] ?? text.body.fr,
    locale,
    proof,
    proofTitle: t("title"),
    author: settings.organisation,
    at: signature.signedAt,
  });
}

type Paper = { title: string; body: string; locale: Locale; proofTitle: string; proof: string[]; author: string; at: Date };

const { resolve } = createRequire(import.meta.url);
const face = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

async function draw({ title, body, locale, proofTitle, proof, author, at }: Paper): Promise<Uint8Array> {
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: "A4",
    margin: 64,
    lang: locale === "en" ? "en-GB" : "fr-FR",
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  pdf.registerFont("text", face("DejaVuSans")).registerFont("strong", face("DejaVuSans-Bold"));
  const parts: Uint8Array[] = [];
  pdf.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise<void>((finished) => pdf.on("end", () => finished()));
  const whole = pdf.struct("Document");
  pdf.addStructure(whole);
  const say = (tag: string, text: string, font: "text" | "strong", size: number, paragraphGap: number) => {
    const write = () => void pdf.font(font).fontSize(size).text(text, { paragraphGap, lineGap: 2 });
    whole.add(pdf.struct(tag, {}, write));
  };
  say("H1", title, "strong", 20, 12);
  for (const { tag, text } of blocksOf(body)) say(tag, text, tag === "P" ? "text" : "strong", tag === "P" ? 10.5 : 13, 6);
  say("H2", proofTitle, "strong", 13, 6);
  for (const line of proof) say("P", line, "text", 10.5, 4);
  whole.end();
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/** The paragraphs and headings of a Markdown text as plain words: marks of emphasis and links leave their words. */
function blocksOf(markdown: string): { tag: "H2" | "H3" | "P"; text: string }[] {
  const plain = (text: string) => text.replace(/\*\*|__|`/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return markdown.split(/\n{2,}/).flatMap((block) =>
    block
      .split(/\n(?=[-*] |\d+\. |#)/)
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => {
        const [, signs, heading] = /^(#{1,6}) (.*)$/s.exec(text) ?? [];
        if (heading) return { tag: (signs?.length ?? 2) > 2 ? ("H3" as const) : ("H2" as const), text: plain(heading) };
        return {
          tag: "P" as const,
          text: plain(
            text
              .replace(/\n/g, " ")
              .replace(/^[-*] /, "• ")
              .replace(/^> /, ""),
          ),
        };
      }),
  );
}
