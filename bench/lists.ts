import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import pg from "pg";
import pino from "pino";
import { type Backend, createBackend } from "#backend/app";
import { openServer } from "#backend/db/client";
import { cookieNames } from "#backend/identity/authentication";
import { openSession } from "#backend/identity/sessions";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { localFiles } from "#backend/ports/files";
import { noPush } from "#backend/ports/push";
import { lastNumberedPage, maxPaginatedRows, type PageOf } from "#contract/api/endpoint";
import { benchAssembly, benchEvent, fillLists } from "./list-seeds.ts";
import { percentile } from "./load.ts";
import type { RowsResult } from "./rows.ts";

type Filled = { backend: Backend; cookie: string; drop(): Promise<void> };

const publicUrl = "http://127.0.0.1:3000";
const runs = 105;
/** The first responses fill the caches of both sides. */
const warmUp = 5;

const supportingDocuments = "papers";

/** The queries of each list: its first page, another order, a filter, and searches for a word of few, of no and of every fourth row. */
const lists: Record<string, Record<string, string>> = {
  "audit-log": {
    first: "",
    sorted: "?order=asc",
    "one action": "?action=article.edit",
    "action and kind": "?action=article.edit&entityType=article",
    "action of another kind": "?action=article.edit&entityType=user",
    "person and action": "?actorId=00000000-0000-4000-8000-000000000001&action=user.approve",
    "two days": "?atFrom=2026-01-10&atTo=2026-01-11",
    system: "?actorKind=system",
    "few found": "?q=motif17x",
    "nothing found": "?q=zzzznothing",
    "frequent word": "?q=collecte",
    "name of a person": "?q=personne18x",
    "two letters": "?q=ar",
  },
  "people/volunteers": people("?state=suspended", "personne18x"),
  "people/beneficiaries": people("?state=suspended", "personne22x"),
  "people/donators": people("?state=suspended", "personne30x"),
  "people/pending-approval": people("?role=BENEFICIARY", "personne34x"),
  permissions: { first: "", sorted: "?order=desc", filtered: "?role=ADMIN", ...searches("personne18x", "martin") },
  mails: { first: "", sorted: "?order=asc", filtered: "?status=failed", ...searches("personne18x", "exemple") },
  messages: { first: "", sorted: "?sort=name&order=asc", filtered: "?status=answered", ...searches("personne18x", "collecte") },
  applications: { first: "", sorted: "?sort=name&order=asc", filtered: "?status=answered", ...searches("personne18x", "martin") },
  payments: { first: "", sorted: "?sort=amount&order=asc", filtered: "?method=cheque", ...searches("personne18x", "martin") },
  pledges: { first: "", sorted: "?sort=amountCents&order=asc", filtered: "?status=received", ...searches("personne18x", "martin") },
  memberships: {
    first: "",
    sorted: "?sort=createdAt&order=asc",
    ...Object.fromEntries(
      ["valid", "ending", "expired", "pending_payment", "cancelled", "refunded"].map((state) => [state, `?state=${state}`]),
    ),
    ...searches("personne18x", "martin"),
  },
  "expense-claims": {
    first: "",
    sorted: "?sort=amount&order=asc",
    filtered: "?status=sent",
    ...searches("motif17x", "collecte"),
    "name of a person": "?q=personne18x",
  },
  "gifts-in-kind": { first: "", sorted: "?sort=name&order=asc", filtered: "?category=food", ...searches("personne18x", "collecte") },
  "fiscal-receipts": {
    first: "",
    sorted: "?sort=amount&order=asc",
    filtered: "?state=cancelled",
    ...searches("personne18x", "martin"),
  },
  "card-events": { first: "", sorted: "?order=asc", filtered: "?state=failed", ...searches("motif17x", "refunded") },
  campaigns: { first: "", sorted: "?order=asc", filtered: "?state=cancelled", ...searches("motif17x", "collecte") },
  "data-requests": { first: "", sorted: "?sort=receivedAt&order=desc", filtered: "?status=open", ...searches("personne18x", "martin") },
  events: { first: "", sorted: "?order=desc", filtered: "?status=draft", ...searches("motif17x", "collecte") },
  birthdays: { first: "" },
  [supportingDocuments]: {
    first: "",
    sorted: "?sort=purgeAt&order=asc",
    filtered: "?status=accepted",
    ...searches("personne18x", "martin"),
  },
  "verification-chats": {
    first: "",
    sorted: "?sort=turnSince&order=desc",
    filtered: "?status=waiting_user",
    ...searches("personne18x", "martin"),
  },
  "volunteer-hours": {
    first: "",
    sorted: "?sort=minutes&order=desc",
    filtered: "?status=submitted",
    remarkable: "?outliers=yes",
    ...searches("motif17x", "collecte"),
    "name of a person": "?q=personne18x",
  },
  tracking: {
    first: "",
    sorted: "?show=all&sort=occurredAt&order=desc",
    filtered: "?show=all&kind=call",
    ...searches("motif17x", "collecte"),
  },
  [`events/${benchEvent}/participants`]: {
    first: "",
    sorted: "?sort=createdAt&order=desc",
    "by name": "?sort=name&order=asc",
    filtered: "?status=waiting",
    ...searches("personne18x", "martin"),
  },
  [`assemblies/${benchAssembly}/members`]: {
    first: "",
    filtered: "?show=present",
    ...searches("personne18x", "martin"),
  },
  "newsletter-subscribers": {
    first: "",
    sorted: "?sort=email&order=asc",
    filtered: "?state=withdrawn",
    ...searches("personne18x", "martin"),
  },
};

function people(filter: string, name: string) {
  return { first: "", sorted: "?sort=registeredAt&order=desc", filtered: filter, ...searches(name, "martin") };
}

function searches(few: string, frequent: string) {
  return { "few found": `?q=${few}`, "nothing found": "?q=zzzznothing", "frequent word": `?q=${frequent}` };
}

/**
 * Lists of the back-office over a thousand rows and over many, requested in turn, in milliseconds: a request to the backend, the session included.
 * Fills two databases of its own on the server, the larger one with so many audit rows and a tenth of that of everything else; drops them.
 */
export async function compareLists(serverUrl: string, many: number, say: (line: string) => void): Promise<RowsResult[]> {
  const filled: Filled[] = [];
  try {
    for (const rows of [1_000, many]) {
      say(`filling a database with ${rows.toLocaleString("en")} rows of the log`);
      filled.push(await fill(serverUrl, rows));
    }
    const results: RowsResult[] = [];
    for (const [list, questions] of Object.entries(lists)) {
      const path = `${list.startsWith("/") ? "/api" : "/api/admin/"}${list}`;
      const requested = Object.entries(questions).map(([what, query]) => ({ what, paths: filled.map(() => path + query) }));
      const far = await Promise.all(filled.map((one) => nextFarOn(one, path)));
      if (far.every((one) => one !== null)) requested.push({ what: "next, far on", paths: far });
      for (const { what, paths } of requested) {
        const times: [number[], number[]] = [[], []];
        for (let run = 0; run < runs; run += 1)
          for (const [at, one] of filled.entries()) times[at]?.push(await request(one, paths[at] ?? ""));
        const at = (share: number): [number, number] => [
          percentile(times[0].slice(warmUp), share),
          percentile(times[1].slice(warmUp), share),
        ];
        const result = { what: `${list}: ${what}`, median: at(0.5), p95: at(0.95) };
        say(`${result.what}: ${result.median.map((ms) => ms.toFixed(1)).join(" and ")} ms`);
        results.push(result);
      }
    }
    return results;
  } finally {
    for (const { drop } of filled) await drop();
  }
}

const answerTo = ({ backend, cookie }: Filled, path: string) =>
  backend.fetch(new Request(publicUrl + path, { headers: { cookie, origin: publicUrl } }), { ip: "192.0.2.1" });

/** The page after the last one that has a number, or in the middle of a shorter list; null where there is none. */
async function nextFarOn(filled: Filled, path: string): Promise<string | null> {
  const read = async (page: number) => (await (await answerTo(filled, `${path}?page=${page}`)).json()) as PageOf<unknown>;
  const { total, perPage } = await read(1);
  const page = lastNumberedPage({ total: total >= 2 * maxPaginatedRows ? total : total / 2, perPage });
  const { next } = await read(Math.max(1, page));
  return next ? `${path}?page=${page + 1}&after=${next}` : null;
}

async function request(filled: Filled, path: string): Promise<number> {
  const started = performance.now();
  const answer = await answerTo(filled, path);
  const { items, total = 0, totalIsExact } = (await answer.json()) as { items?: unknown[]; total?: number; totalIsExact?: boolean };
  const took = performance.now() - started;
  const empty = /zzzz|article\.edit&entityType=user/.test(path);
  if (!items || (items.length === 0) !== empty) throw new Error(`${path} answered ${answer.status} with ${items?.length} rows.`);
  const isRight = empty ? total === 0 && totalIsExact : total >= items.length;
  if (!isRight) throw new Error(`${path} answered ${items.length} rows, and a total of ${total}.`);
  return took;
}

/** The reader's id, which the queries contain. */
const actorId = "00000000-0000-4000-8000-000000000001";

async function fill(serverUrl: string, rows: number): Promise<Filled> {
  const name = `maillon_bench_lists_${process.pid}_${rows}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openServer(url.href, 2);
  const backend = await createBackend({
    database,
    files: localFiles(tmpdir()),
    mailer: null,
    push: noPush,
    log: pino({ level: "silent" }),
    runJobs: false,
    settings: {
      publicUrl,
      organisation: "Maillon",
      missing: [],
      primaryColour: "pink",
      contactEmail: "bench@maillon.example",
      postalAddress: "12 rue des Maillons, 69007 Lyon",
      bank: { holder: "Maillon", iban: "FR119999900001MAILLON000182", bic: "MLLNFRPPXXX" },
      shortcutHosts: [],
      mailboxes: {},
      processors: ["hosting"],
      sessionSecrets: [randomBytes(32).toString("base64url")],
    },
  });
  const drop = async () => {
    await backend.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  };
  try {
    return { backend, cookie: await signIn(backend, url.href, rows), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function signIn({ services }: Backend, url: string, rows: number): Promise<string> {
  const { db, clock } = services;
  const person = { id: actorId, email: "bench@maillon.example", firstName: "Anne", lastName: "Mesure" };
  await db.insert(users).values({ ...person, role: "ADMIN", accountState: "validated", emailVerifiedAt: clock() });
  await db
    .insert(permissionGrants)
    .values((["ADMIN_MANAGE_USERS_PERMISSIONS", "AUDIT_READ"] as const).map((permission) => ({ userId: actorId, permission })));
  await fillLists(url, { rows, actorId });
  const { access, refresh } = await openSession(db, clock(), { userId: actorId });
  const names = cookieNames(services);
  return `${names.access}=${access}; ${names.refresh}=${refresh}`;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
