import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cashCounts, chequeDeposits, payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { BoardColumn, ProjectFollow } from "#contract/charity/projects";
import { type PaymentMethod, paymentMethods } from "#contract/giving/payments";
import { type allocations, rhythms } from "#contract/giving/pledges";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { addGift, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
let projectIds: string[];
let donor: string;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  await addGift(backend, { email: "lou@example.org" });
  donor = await openGifts(backend, "lou@example.org");
  projectIds = [];
  for (const fr of ["Les vélos", "La boutique"]) projectIds.push((await addContent(backend, "projects", cookie, { name: { fr } })).id);
});
afterAll(() => backend.close());

const send = (method: string, path: string, json: object) => backend.request(`/api/admin/${path}`, { method, cookie, json });
const read = async <T>(path: string, as = cookie) => (await (await backend.request(path, { cookie: as })).json()) as T;

type Allocation = (typeof allocations)[number];
/** A payment as a simple account book has it. */
type Line = {
  id: string;
  /** The form that it was sent with: the parts of one cheque have the same. */
  form: string;
  cents: number;
  left: number;
  pledge: number | null;
  allocation: Allocation;
  project: number | null;
  method: PaymentMethod;
  day: string;
};
type Pledge = { id: string; reference: string; allocation: Allocation; project: number | null };
type Book = { lines: Line[]; pledges: Pledge[] };

const cents = fc.integer({ min: 1, max: 100_000 });
const place = fc.nat(20);
const day = fc.constantFrom("2025-12-31", "2026-01-01", "2026-10-31", "2026-11-01", "2026-11-20");
const method = fc.constantFrom(...paymentMethods);
const allocation = fc.constantFrom<Allocation>("any", "euro", "dressed");
const project = fc.constantFrom(null, 0, 1);

const step = fc.oneof(
  fc.record({
    kind: fc.constant("pledge" as const),
    cents: fc.integer({ min: 100, max: 100_000 }),
    rhythm: fc.constantFrom(...rhythms),
    allocation,
    project,
  }),
  fc.record({ kind: fc.constant("free" as const), cents, method, day, allocation, project, times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("paid" as const), cents, method, day, place }),
  fc.record({
    kind: fc.constant("split" as const),
    cents,
    more: cents,
    day,
    place,
    other: place,
    method: fc.constantFrom<PaymentMethod>("transfer", "cheque"),
  }),
  fc.record({ kind: fc.constant("received" as const), place }),
  fc.record({ kind: fc.constant("back" as const), cents, place, mistake: fc.boolean(), all: fc.boolean() }),
  fc.record({ kind: fc.constant("project" as const), place, project }),
  fc.record({ kind: fc.constant("slip" as const) }),
  fc.record({ kind: fc.constant("count" as const), day }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Of<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

const at = <T>(list: T[], index: number) => list[index % Math.max(1, list.length)];
const idOf = (chosen: number | null) => (chosen === null ? null : (projectIds[chosen] ?? null));

async function recorded(json: object, times = 1): Promise<string[]> {
  const body = { donorName: "Tronc", submission: crypto.randomUUID(), ...json };
  const answers = await Promise.all(Array.from({ length: times }, () => send("POST", "payments", body)));
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { ids?: string[] }).ids ?? []));
  return ids[0] ?? [];
}

function note(book: Book, ids: string[], lines: Omit<Line, "id" | "form" | "left">[]) {
  expect(ids).toHaveLength(lines.length);
  for (const [index, line] of lines.entries()) book.lines.push({ ...line, id: ids[index] ?? "", form: ids[0] ?? "", left: line.cents });
}

/** What a pledge says of its payments. */
const ofPledge = (book: Book, pledge: number) => {
  const { allocation: to = "any", project: chosen = null } = book.pledges[pledge] ?? {};
  return { pledge, allocation: to, project: chosen };
};

const steps: { [Kind in Step["kind"]]: (book: Book, step: Of<Kind>) => Promise<void> } = {
  async pledge(book, { cents: amountCents, rhythm, allocation: to, project: chosen }) {
    const gift = await addGift(backend, { email: "lou@example.org", amountCents, rhythm, allocation: to, projectId: idOf(chosen) });
    book.pledges.push({ id: gift.id, reference: gift.reference, allocation: to, project: chosen });
  },
  async free(book, { cents: amountCents, method: means, day: receivedOn, allocation: to, project: chosen, times }) {
    const ids = await recorded(
      { amountCents, parts: [{ amountCents }], method: means, receivedOn, allocation: to, projectId: idOf(chosen) },
      times,
    );
    note(book, ids, [{ cents: amountCents, pledge: null, allocation: to, project: chosen, method: means, day: receivedOn }]);
  },
  async paid(book, { cents: amountCents, method: means, day: receivedOn, place: index }) {
    const pledge = at(book.pledges, index);
    if (!pledge) return;
    const ids = await recorded({ amountCents, parts: [{ amountCents, reference: pledge.reference }], method: means, receivedOn });
    note(book, ids, [{ cents: amountCents, ...ofPledge(book, book.pledges.indexOf(pledge)), method: means, day: receivedOn }]);
  },
  async split(book, { cents: first, more, day: receivedOn, place: index, other, method: means }) {
    const [one, two] = [at(book.pledges, index), at(book.pledges, other)];
    if (!one || !two || one === two) return;
    const parts = [
      { amountCents: first, reference: one.reference },
      { amountCents: more, reference: two.reference },
    ];
    const ids = await recorded({ amountCents: first + more, parts, method: means, receivedOn });
    const lines = [one, two].map((pledge, part) => ({ cents: part ? more : first, ...ofPledge(book, book.pledges.indexOf(pledge)) }));
    note(
      book,
      ids,
      lines.map((line) => ({ ...line, method: means, day: receivedOn })),
    );
  },
  async received(book, { place: index }) {
    const pledge = at(book.pledges, index);
    if (!pledge) return;
    const before = await backend.services.db.$count(payments);
    await send("POST", `pledges/${pledge.id}/status`, { status: "received" });
    const rows = (
      await read<{ items: { id: string; signedCents: number; method: PaymentMethod }[] }>(
        `/api/admin/payments?pledgeId=${pledge.id}&perPage=100`,
      )
    ).items;
    const added = rows.filter(({ id, signedCents }) => signedCents > 0 && !book.lines.some((line) => line.id === id));
    expect(await backend.services.db.$count(payments)).toBe(before + added.length);
    for (const { id, signedCents, method: means } of added)
      note(book, [id], [{ cents: signedCents, ...ofPledge(book, book.pledges.indexOf(pledge)), method: means, day: "2026-11-20" }]);
  },
  async back(book, { cents: amount, place: index, mistake, all }) {
    const came = book.lines.filter((one) => one.cents > 0);
    const line = at(came, index);
    if (!line) return;
    const wholeCheque = mistake && line.method === "cheque";
    const amountCents = all || wholeCheque ? Math.max(1, line.left) : amount;
    const body = { receivedOn: "2026-11-20", amountCents, method: line.method, reversal: mistake ? "mistake" : "refund", reason: "x" };
    const answer = await send("POST", `payments/${line.id}/reversals`, { ...body, submission: crypto.randomUUID() });
    expect(answer.status).toBe(amountCents <= line.left ? 201 : 422);
    if (amountCents > line.left) return;
    const taken = wholeCheque ? book.lines.filter(({ form, left }) => form === line.form && left > 0) : [line];
    // What never came is subtracted on the day on which it was recorded as received.
    for (const one of taken) {
      const cents = wholeCheque ? one.left : amountCents;
      one.left -= cents;
      book.lines.push({ ...one, id: "", form: "", cents: -cents, left: 0, day: mistake ? one.day : "2026-11-20" });
    }
  },
  async project(book, { place: index, project: chosen }) {
    const pledge = at(book.pledges, index);
    if (!pledge) return;
    await send("PUT", `pledges/${pledge.id}/project`, { projectId: idOf(chosen) });
    pledge.project = chosen;
    for (const line of book.lines) if (line.pledge === book.pledges.indexOf(pledge)) line.project = chosen;
  },
  async slip() {
    const { waiting } = await read<{ waiting: { id: string }[] }>("/api/admin/cheque-deposits");
    const cheques = waiting.map(({ id }) => id);
    if (cheques.length > 0) await send("POST", "cheque-deposits", { depositedOn: "2026-11-20", cheques, submission: crypto.randomUUID() });
  },
  async count(_, { day: countedOn }) {
    await send("POST", "cash-counts", { countedOn, pieces: { "200": 1 }, submission: crypto.randomUUID() });
  },
};

const sumOf = (book: Book, which: (line: Line) => boolean = () => true) =>
  book.lines.filter(which).reduce((sum, line) => sum + line.cents, 0);

type Listed = { items: { id: string; signedCents: number }[]; total: number; totalCents: number };

/** All rows as an export reads them, and the sum that the list says. */
async function exported(filter: string) {
  const rows: Listed["items"] = [];
  let totalCents: number | null = null;
  for (let page = 1; ; page += 1) {
    const found = await read<Listed>(`/api/admin/payments?perPage=7&page=${page}${filter}`);
    rows.push(...found.items);
    // A page after the last one has no sum.
    totalCents ??= found.totalCents;
    if (found.items.length < 7) return { rows, totalCents };
  }
}

async function isRight(book: Book) {
  const filters: [string, (line: Line) => boolean][] = [
    ["", () => true],
    ["&method=cash", (line) => line.method === "cash"],
    ["&allocation=euro", (line) => line.allocation === "euro"],
    ["&receivedOnFrom=2026-01-01&receivedOnTo=2026-10-31", (line) => line.day >= "2026-01-01" && line.day <= "2026-10-31"],
    ...projectIds.map((id, index): [string, (line: Line) => boolean] => [`&projectId=${id}`, (line) => line.project === index]),
  ];
  for (const [filter, which] of filters) {
    const { rows, totalCents } = await exported(filter);
    expect(totalCents).toBe(sumOf(book, which));
    expect(rows.reduce((sum, { signedCents }) => sum + signedCents, 0)).toBe(totalCents);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(book.lines.filter(which).length);
  }
  const { columns } = await read<{ columns: BoardColumn[] }>("/api/admin/project-board");
  const cards = columns.flatMap((column) => column.cards);
  for (const [index, id] of projectIds.entries()) {
    const expected = sumOf(book, (line) => line.project === index);
    expect((await read<ProjectFollow>(`/api/admin/projects/${id}/follow`)).received.cents).toBe(expected);
    expect(cards.find((card) => card.id === id)?.receivedCents).toBe(expected);
  }
  const { euroCents } = await read<{ euroCents: number }>("/api/figures");
  expect(euroCents).toBe(sumOf(book, ({ allocation: to, day: on }) => to === "euro" && on >= "2026-01-01"));
  const { items: months } = await read<{ items: { receivedCents: number }[] }>("/api/admin/pledge-months");
  expect(months.reduce((sum, { receivedCents }) => sum + receivedCents, 0)).toBe(sumOf(book));
  await followsInPledges(book);
  await followsInJournal(book);
  await followsInCash();
  const { items: gifts } = await read<{ items: { receivedCents: number }[] }>("/api/own-gifts?perPage=100", donor);
  expect(gifts.reduce((sum, { receivedCents }) => sum + receivedCents, 0)).toBe(sumOf(book, ({ pledge }) => pledge !== null));
}

/** What came of each pledge, in its list and on its page. */
async function followsInPledges(book: Book) {
  const { items } = await read<{ items: { id: string; receivedCents: number }[] }>("/api/admin/pledges?perPage=100");
  expect(items).toHaveLength(book.pledges.length);
  for (const [index, { id }] of book.pledges.entries()) {
    const expected = sumOf(book, (line) => line.pledge === index);
    expect(items.find((row) => row.id === id)?.receivedCents).toBe(expected);
    expect((await read<{ receivedCents: number }>(`/api/admin/pledges/${id}`)).receivedCents).toBe(expected);
  }
}

/** The journal of each year, as its page adds it up and as its file has it. */
async function followsInJournal(book: Book) {
  for (const year of [2025, 2026]) {
    const expected = sumOf(book, ({ day: on }) => on.startsWith(`${year}-`));
    const { sums } = await read<{ sums: { cents: number }[] }>(`/api/admin/payment-journal?year=${year}`);
    expect(sums.reduce((sum, { cents: of }) => sum + of, 0)).toBe(expected);
    const file = (await (await send("POST", "payment-journal", { year, kind: "csv" })).json()) as { entries: { signedCents: number }[] };
    expect(file.entries.reduce((sum, { signedCents }) => sum + signedCents, 0)).toBe(expected);
  }
}

/** Cash that is counted, as it was corrected since, and cash that is not, are all cash of the list. */
async function followsInCash() {
  const { rows } = await exported("&method=cash");
  const { expectedCents, counts } = await read<{ expectedCents: number; counts: { recordedCents: number; correctedCents: number }[] }>(
    "/api/admin/cash-counts",
  );
  const counted = counts.reduce((sum, { recordedCents, correctedCents }) => sum + recordedCents + correctedCents, 0);
  expect(counted + expectedCents).toBe(rows.reduce((sum, { signedCents }) => sum + signedCents, 0));
}

/** Each cheque is on one slip with all its parts, and slips and what waits are what was not taken back as a mistake. */
async function chequesAreWhole() {
  const rows = await backend.services.db.select().from(payments);
  const cheques = rows.filter((row) => row.method === "cheque" && row.refundOf === null);
  for (const parts of Map.groupBy(cheques, ({ submission }) => submission).values())
    expect(new Set(parts.map(({ depositId }) => depositId)).size).toBe(1);
  const { deposits } = await read<{ deposits: { totalCents: number }[] }>("/api/admin/cheque-deposits");
  const wrong = rows.filter(({ reversal, method: means }) => reversal === "mistake" && means === "cheque");
  const onSlips = cheques.filter(({ depositId }) => depositId);
  const expected =
    onSlips.reduce((sum, { amountCents }) => sum + amountCents, 0) -
    wrong.filter(({ refundOf }) => onSlips.some(({ id }) => id === refundOf)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(deposits.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(expected);
}

async function begin() {
  const { db } = backend.services;
  await db.delete(payments);
  for (const table of [chequeDeposits, cashCounts, pledges]) await db.delete(table);
}

test("after any history, every sum is that of the payments to the cent, and none appears or is lost", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (history) => {
      await begin();
      const book: Book = { lines: [], pledges: [] };
      for (const one of history) await (steps[one.kind] as (book: Book, step: Step) => Promise<void>)(book, one);
      await isRight(book);
      await chequesAreWhole();
    }),
    { numRuns: 25 },
  );
});
