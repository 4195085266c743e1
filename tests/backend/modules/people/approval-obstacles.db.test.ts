import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { aids } from "#backend/modules/aids/tables";
import { attendances } from "#backend/modules/assemblies/tables";
import { documents } from "#backend/modules/documents/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { signatures } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { changesSince, undoObstacle } from "#backend/modules/people/approval-obstacles";
import { driverProfiles } from "#backend/modules/people/tables";
import { projectOwners } from "#backend/modules/projects/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import type { Permission } from "#contract/accounts/roles";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";

const decidedAt = new Date("2026-11-21T10:00:00.123Z");
const long = new Date("2026-01-10T10:00:00Z");
const before = new Date(decidedAt.getTime() - 1);
const after = new Date(decidedAt.getTime() + 1);

let backend: TestBackend;
let staff: { id: string };
beforeAll(async () => {
  backend = await startBackend();
  staff = await addPerson(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const id = () => crypto.randomUUID();
const file = { visibility: "owner", mime: "application/pdf", bytes: 1, sha256: "" } as const;
const pdf = Buffer.from("%PDF");
const receipt: Omit<typeof fiscalReceipts.$inferInsert, "issuedAt"> = {
  series: "IND",
  year: 2026,
  number: 1,
  displayNumber: "IND-2026-000001",
  article: "200",
  form: "11580*05",
  amountCents: 100,
  issuer: {} as never,
  donor: {} as never,
  donorName: "Aya",
  pdf,
  sha256: createHash("sha256").update(pdf).digest("hex"),
  methods: ["card"],
  periodFrom: "2026-01-01",
  periodTo: "2026-01-01",
};
const driver = { vehicle: "car", licenceExpiry: "2030-01-01", insuranceExpiry: "2030-01-01", inspectionExpiry: "2030-01-01" } as const;
const certificate = { holderName: "Aya", periodFrom: "2026-01-01", periodTo: "2026-01-31", totalMinutes: 60, lines: [] };
const hours = { date: "2026-01-10", minutes: 60, activity: "other", level: "field", source: "self", status: "submitted" } as const;
const cost = { spentOn: "2026-01-10", kind: "cost", reason: "Timbres", amountCents: 100, waiver: "Je renonce", waivedAt: long } as const;

/** What each line of the list is about: a row of this person that was written, or changed last, at this instant. */
const cases: Record<keyof typeof changesSince, (db: Db, userId: string, updatedAt: Date) => Promise<unknown>> = {
  account: (db, userId, updatedAt) => db.update(users).set({ phone: "+33612345678", updatedAt }).where(eq(users.id, userId)),
  aid: (db, userId, updatedAt) => db.insert(aids).values({ userId, kind: "meal", day: "2026-01-10", updatedAt }),
  assembly: (db, userId, updatedAt) => db.insert(attendances).values({ userId, assemblyId: id(), kind: "present", updatedAt }),
  certificate: (db, userId, updatedAt) =>
    db.insert(volunteerCertificates).values({ ...certificate, userId, number: id(), checkCode: id(), updatedAt }),
  documentSent: (db, ownerId, createdAt) =>
    db.insert(documents).values({ ...file, kind: "IDENTITY", ownerId, storageKey: id(), createdAt }),
  documentChecked: (db, ownerId, verifiedAt) =>
    db
      .insert(documents)
      .values({ ...file, kind: "IDENTITY", ownerId, storageKey: id(), createdAt: long, verification: "accepted", verifiedAt }),
  driving: (db, userId, updatedAt) =>
    db.insert(driverProfiles).values({ ...driver, userId, status: "approved", createdAt: long, updatedAt }),
  expenses: (db, userId, updatedAt) => db.insert(expenseClaims).values({ ...cost, userId, documentId: id(), updatedAt }),
  hours: (db, userId, updatedAt) => db.insert(volunteerHours).values({ ...hours, userId, updatedAt }),
  manager: (db, userId) => db.insert(sectorManagers).values({ userId, sectorId: id() }),
  membership: (db, userId, updatedAt) =>
    db.insert(memberships).values({ userId, startDate: "2026-01-01", endDate: "2026-12-31", updatedAt }),
  message: async (db, userId, at) => {
    const chat = { userId, status: "closed", lastMessageAt: at } as const;
    const [{ id: chatId } = { id: "" }] = await db.insert(verificationChats).values(chat).returning({ id: verificationChats.id });
    await db.insert(verificationMessages).values([
      { chatId, fromId: userId, body: "Bonjour", at },
      { chatId, fromId: staff.id, body: "Bonjour", at: after },
    ]);
  },
  payment: (db, donorId, createdAt) =>
    db.insert(payments).values({ receivedOn: "2026-01-10", amountCents: 100, method: "transfer", donorId, submission: id(), createdAt }),
  project: (db, userId) => db.insert(projectOwners).values({ userId, projectId: id() }),
  receipt: (db, donorId, issuedAt) => db.insert(fiscalReceipts).values({ ...receipt, donorId, issuedAt }),
  registration: (db, userId, updatedAt) =>
    db.insert(eventRegistrations).values({ userId, eventId: id(), quotaId: id(), status: "confirmed", createdAt: long, updatedAt }),
  right: (db, userId, grantedAt) => db.insert(permissionGrants).values({ userId, permission: "NEWS_PUBLISH", grantedAt }),
  signature: (db, userId, signedAt) =>
    db.insert(signatures).values({ userId, legalDocumentId: id(), locale: "fr", textHash: "", signedAt }),
  trackingEntry: (db, subjectUserId, updatedAt) =>
    db
      .insert(trackingEntries)
      .values({ subjectUserId, kind: "note", title: "Note", occurredAt: long, visibility: "staff", authorId: staff.id, updatedAt }),
};

/** Those without an instant: whoever has one at all stays. */
const timeless: (keyof typeof changesSince)[] = ["account", "manager", "project"];

type Person = Parameters<typeof addPerson>[1];

async function anOpened(person: Partial<Person> = {}) {
  const open = { role: "VOLUNTEER", accountState: "validated", stateChangedAt: decidedAt, updatedAt: decidedAt } as const;
  const { id: userId } = await addPerson(backend, { ...open, ...person });
  const batch = { batchId: id(), waitedSince: long };
  await backend.services.db.insert(accountDecisions).values({ ...batch, userId, verdict: "accept", decidedBy: staff.id, decidedAt });
  return userId;
}

const actorWith = (permissions: Permission[], more: Partial<Actor> = {}) =>
  ({ id: staff.id, role: "ADMIN", permissions, extraData: { sectorGrants: [] }, ...more }) as unknown as Actor;

async function obstacleOf(userId: string, actor = actorWith(["BENEFICIARY_READ_RESTRICTED", "ADMIN_MANAGE_USERS_PERMISSIONS"])) {
  const [row] = await backend.services.db
    .select({ obstacle: undoObstacle(actor) })
    .from(accountDecisions)
    .innerJoin(users, eq(users.id, accountDecisions.userId))
    .where(sql`${users.id} = ${userId} and ${accountDecisions.verdict} = 'accept'`);
  return row?.obstacle;
}

/** The row alone, without those that it refers to. */
const alone = (act: (db: Db) => Promise<unknown>) =>
  backend.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await act(tx);
  });

test("each line of the list has its case", () => {
  expect(Object.keys(changesSince).toSorted()).toEqual(Object.keys(cases).toSorted());
});

test.each(Object.keys(cases) as (keyof typeof changesSince)[])(
  "%s: what came since keeps an account open, what was there does not",
  async (kind) => {
    const userId = await anOpened();
    expect(await obstacleOf(userId)).toBeNull();
    if (!timeless.includes(kind)) {
      const other = await anOpened();
      await alone((db) => cases[kind](db, other, before));
      expect(await obstacleOf(other)).toBeNull();
      // One receipt of that number is enough.
      await alone((db) => db.execute(sql`delete from fiscal_receipts`));
    }
    await alone((db) => cases[kind](db, userId, after));
    expect(await obstacleOf(userId)).toBe("changed");
  },
);

describe("what else keeps an account open", () => {
  test("its person has signed in since, or before", async () => {
    expect(await obstacleOf(await anOpened({ lastInteractionAt: after }))).toBe("used");
    expect(await obstacleOf(await anOpened({ lastInteractionAt: before }))).toBeNull();
  });

  test("another decision, or the approval is already undone", async () => {
    expect(await obstacleOf(await anOpened({ accountState: "suspended", stateChangedAt: after }))).toBe("decided");
    const undone = await anOpened({ accountState: "to_validate", stateChangedAt: long });
    const back = { userId: undone, verdict: "take_back", reason: "Erreur", decidedBy: staff.id, decidedAt: after } as const;
    await backend.services.db.insert(accountDecisions).values(back);
    expect(await obstacleOf(undone)).toBe("undone");
  });

  test("a student's file that the reader may not read any more, and an administrator", async () => {
    const [sectorId, elsewhere] = [id(), id()];
    const student = await anOpened({ role: "BENEFICIARY" });
    await alone((tx) => tx.update(users).set({ sectorId }).where(eq(users.id, student)));
    const inSector = (one: string) => {
      const sectorGrants = [{ permission: "BENEFICIARY_READ_RESTRICTED", sectorId: one }];
      return actorWith([], { role: "VOLUNTEER", extraData: { sectorGrants } as never });
    };
    expect(await obstacleOf(student, actorWith([]))).toBe("restricted");
    expect(await obstacleOf(student, inSector(elsewhere))).toBe("restricted");
    expect(await obstacleOf(student, inSector(sectorId))).toBeNull();
    const withoutSector = await anOpened({ role: "BENEFICIARY" });
    expect(await obstacleOf(withoutSector, inSector(sectorId))).toBe("restricted");
    const administrator = await anOpened({ role: "ADMIN" });
    expect(await obstacleOf(administrator, actorWith([]))).toBe("administrator");
    expect(await obstacleOf(administrator)).toBeNull();
  });
});
