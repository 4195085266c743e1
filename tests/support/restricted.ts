import { globSync, readFileSync } from "node:fs";
import type { Db } from "#backend/db/client";
import { auditLog } from "#backend/modules/audit/tables";
import { documents } from "#backend/modules/documents/tables";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { registrations } from "#backend/modules/registration/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { agreeToAllergies } from "#backend/modules/verification/allergies";
import { accountDecisions, beneficiaryFiles } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import { franceDay } from "#contract/formats/france-time";
import { addPerson } from "./people";
import { restoreRecords } from "./records";
import type { Site } from "./site";
import { readZip } from "./zip";

/** What a student entrusts to the team, in words and figures that stand nowhere else. */
export const entrusted = {
  income: 73_918_264,
  rent: 61_527_348,
  leftCents: 573_829_164,
  message: "needle-of-the-message",
  request: "needle-of-the-request",
  note: "needle-of-the-note",
  fileName: "needle-of-the-file-name",
  rejection: "needle-of-the-rejection",
  decision: "needle-of-the-decision",
  allergies: "needle-of-the-allergies",
  bytes: "needle-of-the-bytes",
  copy: "needle-of-the-copy",
  entry: "needle-of-the-entry",
  birthDate: "2001-04-17",
  address: "needle-of-the-address",
  diet: "porkFree" as const,
  size: "XXL" as const,
  event: "needle-of-the-event",
};
export type Entrusted = keyof typeof entrusted;

const written: Partial<Record<Entrusted, string[]>> = {
  birthDate: ["2001-04-17", "17avril2001", "17April2001"],
  leftCents: ["573829164", "5738291,64", "5,738,291.64"],
  income: ["73918264", "73,918,264"],
  rent: ["61527348", "61,527,348"],
  // As a value of the API and of data, as a line of a page, and as a cell of a file.
  diet: ['"porkFree"', '\\"porkFree\\"', "Sansporc", "Nopork"],
  size: ['"XXL"', '\\"XXL\\"', ">XXL<", ",XXL"],
};

/** Which of it a text holds, however figures and days are written in it. */
export function entrustedIn(text: string): Entrusted[] {
  const compact = text.replace(/(?:\s|&nbsp;|\\u00a0|\\u202f)+/gu, "");
  return (Object.keys(entrusted) as Entrusted[]).filter((name) =>
    (written[name] ?? [String(entrusted[name])]).some((form) => compact.includes(form)),
  );
}

/** All texts of a response, including the files of an archive. */
export async function textOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const zipped = bytes.subarray(0, 2).toString("latin1") === "PK";
  return zipped ? [...readZip(bytes).values()].join("\n") : bytes.toString("utf8");
}

/** A student with a whole file, and the ids by which its parts are asked for. */
export async function addEntrusted({ backend }: Pick<Site, "backend">, requestedBy: string, sectorId?: string) {
  const { db, files, clock } = backend.services;
  const at = clock();
  const student = await addPerson(backend, {
    role: "BENEFICIARY",
    accountState: "to_validate",
    birthDate: entrusted.birthDate,
    stateReason: entrusted.decision,
    sectorId,
    lastName: "Needle-of-the-name",
  });
  const userId = student.id;
  const answers = { income: entrusted.income, charges: entrusted.rent, household: 1 };
  await agreeToAllergies(db, userId, at);
  await db.insert(beneficiaryFiles).values({
    userId,
    status: "to_verify",
    answers,
    leftToLiveOnCents: entrusted.leftCents,
    allergies: entrusted.allergies,
    diets: [entrusted.diet],
    size: entrusted.size,
    sentAt: at,
  });
  await db.insert(registrations).values({ userId, kind: "beneficiary", at, message: entrusted.request, addressLine: entrusted.address });
  // The time line that staff read of them.
  await db.insert(accountDecisions).values({ userId, verdict: "ask", reason: entrusted.decision, decidedBy: requestedBy, decidedAt: at });
  const [chat] = await db.insert(verificationChats).values({ userId, status: "waiting_staff", lastMessageAt: at }).returning();
  const chatId = chat?.id ?? "";
  const fileOfMessage = {
    kind: "MESSAGE_FILE",
    visibility: "owner",
    mime: "application/pdf",
    bytes: 20,
    sha256: "",
    createdAt: at,
  } as const;
  const [attached] = await db
    .insert(documents)
    .values({ ...fileOfMessage, storageKey: "messages/one", fileName: `${entrusted.fileName}.pdf` })
    .returning();
  await db.insert(verificationMessages).values([
    { chatId, fromId: userId, body: entrusted.message, fileId: attached?.id, at },
    { chatId, fromId: requestedBy, body: entrusted.note, internal: true, at },
  ]);
  const [tracked] = await db
    .insert(trackingEntries)
    .values({
      ...({ subjectUserId: userId, authorId: requestedBy, kind: "note", visibility: "restricted", occurredAt: at } as const),
      ...{ title: entrusted.entry, body: entrusted.entry, nextActionAt: franceDay(at) },
    })
    .returning();
  const stored = { ownerId: userId, visibility: "owner", mime: "application/pdf", bytes: 20, sha256: "", createdAt: at } as const;
  const document = { ...stored, fileName: `${entrusted.fileName}.pdf` } as const;
  const [rejected, pending] = await db
    .insert(documents)
    .values([
      { ...document, kind: "PROOF_STUDIES", storageKey: "papers/one", verification: "rejected", rejectReason: entrusted.rejection },
      { ...document, kind: "PROOF_INCOME", storageKey: "papers/two", verification: "pending" },
    ])
    .returning();
  for (const key of ["papers/one", "papers/two", "messages/one"])
    await files.put(key, new TextEncoder().encode(entrusted.bytes), "application/pdf");
  await files.put("exports/copy", new TextEncoder().encode(entrusted.copy), "application/zip");
  const expires = new Date(at.getTime() + 86_400_000);
  const values = { kind: "access", status: "answered", receivedAt: at, dueAt: expires, answeredAt: at } as const;
  const [request] = await db
    .insert(dataRequests)
    .values({ ...values, userId, requestedBy, archiveKey: "exports/copy", archiveBytes: 20, archiveExpiresAt: expires })
    .returning();
  const notice = {
    topic: "event_confirmed",
    values: { eventTitle: entrusted.event },
    dedupeKey: "restricted-event",
    createdAt: at,
    stateAt: at,
  };
  await db.insert(notices).values({ ...notice, userId, channel: "inbox", state: "sent", subject: "event", subjectId: crypto.randomUUID() });
  const change = { actorId: requestedBy, actorKind: "user", action: "account.ask", entityType: "user", entityId: userId } as const;
  await db.insert(auditLog).values({ ...change, fields: [], changes: {}, reason: entrusted.decision });
  const words = { subject: entrusted.decision, text: entrusted.decision, html: `<p>${entrusted.decision}</p>` };
  const mail = { ...words, topic: "account-ask", userId, recipient: student.email, dueAt: expires } as const;
  const mails = await db
    .insert(outgoingMails)
    .values(["waiting", "failed"].map((status) => ({ ...mail, status: status as "waiting" | "failed", dedupeKey: `restricted-${status}` })))
    .returning({ id: outgoingMails.id });
  const mailIds = mails.map(({ id }) => id);
  // The same date of birth of somebody whose account is open, who takes part in an event: birthdays and participants are lists of such people.
  const open = await addPerson(backend, { role: "BENEFICIARY", birthDate: entrusted.birthDate, sectorId });
  const eventId = crypto.randomUUID();
  await restoreRecords(db, { id: eventId, participantId: open.id, personId: open.id, authorId: requestedBy });
  await addKitOrder(db, { userId: open.id, registrationId: eventId, at });
  const ids = [userId, chatId, ...mailIds, rejected?.id, pending?.id, attached?.id, request?.id, tracked?.id, open.id, eventId].filter(
    (id): id is string => !!id,
  );
  return { student, chatId, mailIds, pendingId: pending?.id ?? "", ids };
}

/** An order of theirs, with what they eat, which they have not shared with who packs. */
async function addKitOrder(db: Db, { userId, registrationId, at }: { userId: string; registrationId: string; at: Date }) {
  await agreeToAllergies(db, userId, at);
  await db.insert(beneficiaryFiles).values({ userId, allergies: entrusted.allergies, diets: [entrusted.diet] });
  await db.insert(kitOrders).values({ registrationId, kind: "delivery" });
}

/** The addresses of files, which are no endpoints of the contract: all that the backend's modules name. */
export function filePaths(): string[] {
  const sources = globSync("backend/modules/**/*.ts").map((file) => readFileSync(file, "utf8"));
  return sources.flatMap((source) =>
    [...source.matchAll(/"(\/api\/[^"]*:id[^"]*)"/g)].map(([, path = ""]) => path.replace(/\{[^}]*\}/g, "")),
  );
}

/**
 * The addresses of a page, once for each id under which somebody who may read everything finds a record. Under the others there is none of its kind,
 * for anybody: they are not opened again by each test.
 */
export async function addressesOf(site: Site, { path, hasPage }: { path: string; hasPage: boolean }, ids: string[], cookie: string) {
  if (!/\{\w+\}/.test(path)) return [path];
  const addresses = ids.map((id) => path.replace(/\{\w+\}/g, id));
  if (!hasPage) return addresses;
  const found: string[] = [];
  for (const address of addresses) if ((await site.visit(`${address}.data`, { cookie })).status !== 404) found.push(address);
  return found;
}
