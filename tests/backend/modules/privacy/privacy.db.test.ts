import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { recordChange } from "#backend/audit/recording";
import { declarationsOf } from "#backend/declarations";
import { sessions } from "#backend/identity/tables";
import { modules } from "#backend/modules";
import { auditLog } from "#backend/modules/audit/tables";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { buildWaitingArchives, purgeArchives } from "#backend/modules/privacy/archive";
import { eraseEmail, erasePeople, finishErasures, replayErasures } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { consents, dataRequests, erasures, retentionProgress } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { longestTurn } from "#tests/support/event-loop";
import { oldProof } from "#tests/support/form-proof";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const ask = async (backend: TestBackend, cookie: string, kind: string) => {
  const answer = await backend.request("/api/account/data-requests", { method: "POST", cookie, json: { kind } });
  return (await answer.json()) as { id: string; status: string };
};

const archiveOf = (backend: TestBackend, cookie: string, id: string) =>
  backend.request(`/api/account/data-requests/${id}/archive`, { cookie });

/** Columns that name people or reach them, whatever table they are in. */
const { personalData, notPersonal } = declarationsOf(modules);

const saysWho =
  "(^|_)(e?mail|recipient|name|phone|birth_date|street|postcode|city|address|address_line|user_agent|ip|initials|speaker|contact|siret|siren|company|iban)$";

test("every column with a name, contact details or an id of a person is in the copy of their data, or is declared with a reason", async () => {
  const { db } = (await backendForTest()).services;
  const { rows } = await db.execute<{ place: string; column: string }>(sql`
    select distinct c.table_name || '.' || c.column_name as place, c.column_name as "column"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and (c.data_type <> 'uuid' and c.column_name ~ ${saysWho} or c.data_type = 'uuid' and (
      c.column_name ~ '(^|_)(user|actor|owner|author|person|member|sender|driver|volunteer|beneficiary|staff)_id$' or c.column_name ~ '_by(_id)?$'
      or exists (
        select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'f' and k.confrelid = 'users'::regclass and k.conrelid = to_regclass(c.table_schema || '.' || c.table_name) and a.attname = c.column_name)))`);
  expect(rows.length).toBeGreaterThan(40);
  expect(forgotten(rows)).toEqual([]);
  expect(forgotten([{ place: "events.organiser_email", column: "organiser_email" }])).toEqual(["events.organiser_email"]);
  for (const { table, columns, about } of personalData)
    for (const column of columns)
      await db.execute(sql`select it.${sql.identifier(column)} from ${sql.identifier(table)} it where ${about([crypto.randomUUID()])}`);
});

function forgotten(rows: { place: string; column: string }[]) {
  const covered = new Set(personalData.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)));
  return rows.filter(({ place, column }) => !covered.has(place) && !notPersonal[place] && !notPersonal[column]).map(({ place }) => place);
}

describe("a copy of one's data", () => {
  test("contains the rows and files of its owner only, without secrets, and only its owner downloads it", async () => {
    const backend = await backendForTest();
    const { db, files } = backend.services;
    const owner = await signIn(backend, { role: "VOLUNTEER", firstName: "Aya", passwordHash: "a-secret-hash" });
    const other = await signIn(backend, { role: "ADMIN", firstName: "Bertrand" });
    await files.put("papers/one", new TextEncoder().encode("%PDF-1.7"), "application/pdf");
    const document = {
      kind: "IDENTITY",
      visibility: "owner",
      storageKey: "papers/one",
      mime: "application/pdf",
      bytes: 8,
      sha256: "",
    } as const;
    await db.insert(documents).values({ ...document, ownerId: owner.id, verification: "pending" });
    const { id, status } = await ask(backend, owner.cookie, "access");
    expect(status).toBe("running");
    expect((await archiveOf(backend, owner.cookie, id)).status).toBe(404);
    expect(await buildWaitingArchives(backend.services)).toBe(1);

    const answer = await archiveOf(backend, owner.cookie, id);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/zip",
      "no-store",
    ]);
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const json = Object.entries(entries).filter(([name]) => name.endsWith(".json"));
    const text = json.map(([, bytes]) => strFromU8(bytes)).join("\n");
    expect(JSON.parse(strFromU8(entries["users.json"] ?? new Uint8Array()))).toHaveLength(1);
    expect(text).toContain(owner.email);
    expect(text).not.toContain(other.email);
    expect(text).not.toContain("a-secret-hash");
    expect(text).not.toContain("papers/one");
    expect(Object.keys(entries).filter((name) => name.startsWith("files/"))).toHaveLength(1);
    for (const stranger of [other.cookie, undefined]) expect([401, 404]).toContain((await archiveOf(backend, stranger ?? "", id)).status);
    const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "export_ready"));
    expect(mail?.recipient).toBe(owner.email);
  });

  test("can be downloaded for seven days, and its file is removed then", async () => {
    const { clock, pass } = testClock();
    const backend = await backendForTest({ clock });
    const { id: userId } = await addPerson(backend, { role: "BENEFICIARY" });
    const { id } = await ask(backend, await cookiesOf(backend, userId), "access");
    await buildWaitingArchives(backend.services);
    const [{ archiveKey } = { archiveKey: null }] = await backend.services.db.select().from(dataRequests);
    pass(7 * 86_400 - 60);
    expect((await archiveOf(backend, await cookiesOf(backend, userId), id)).status).toBe(200);
    pass(61);
    expect((await archiveOf(backend, await cookiesOf(backend, userId), id)).status).toBe(404);
    await purgeArchives(backend.services, clock());
    expect(await backend.services.files.get(archiveKey ?? "")).toBeNull();
  });

  test("of somebody with forty thousand rows of the log has each once, and never blocks others for long", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const owner = await signIn(backend, { role: "VOLUNTEER" });
    const { id } = await ask(backend, owner.cookie, "access");
    await db.transaction(async (tx) => {
      // Without the chain of hashes, which takes a minute for so many.
      await tx.execute(sql`set local session_replication_role = replica`);
      // In parts, of which none takes as long as a statement may.
      for (let part = 0; part < 8; part += 1)
        await tx.execute(sql`
          insert into audit_log (seq, at, actor_id, actor_kind, action, entity_type, entity_id, fields, changes, request_id)
          select 1000000 + ${part * 5_000}::int + n, now(), ${owner.id}, 'user', 'article.edit', 'article', gen_random_uuid()::text,
            '{status}', '{"status":{"before":"a","after":"b"}}', gen_random_uuid()::text from generate_series(1, 5000) n`);
    });
    const longest = await longestTurn(() => buildWaitingArchives(backend.services));
    expect(longest).toBeLessThan(100);
    const entries = unzipSync(new Uint8Array(await (await archiveOf(backend, owner.cookie, id)).arrayBuffer()));
    const rows: { seq: number }[] = JSON.parse(strFromU8(entries["audit_log.json"] ?? new Uint8Array()));
    expect([rows.length >= 40_000, new Set(rows.map(({ seq }) => seq)).size]).toEqual([true, rows.length]);
  });

  test("the same request twice is one, and shows its progress", async () => {
    const backend = await backendForTest();
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    const [first, second] = [await ask(backend, cookie, "access"), await ask(backend, cookie, "access")];
    expect(second.id).toBe(first.id);
    await buildWaitingArchives(backend.services);
    const { items } = (await (await backend.request("/api/account/data-requests", { cookie })).json()) as {
      items: Record<string, number>[];
    };
    expect([items.length, items[0]?.status, items[0]?.stepsDone]).toEqual([1, "answered", items[0]?.steps]);
  });
});

describe("requests by address alone", () => {
  async function opened(start = "2026-11-21T10:00:00Z") {
    const time = testClock(new Date(start));
    const backend = await backendForTest({ clock: time.clock });
    const proof = await oldProof(backend, time);
    const send = (email: string, more: object = {}) =>
      backend.request("/api/data-requests", { method: "POST", json: { email, kind: "erase", proof, ...more } });
    const stored = () => backend.services.db.select().from(dataRequests).orderBy(dataRequests.number);
    const mails = () => backend.services.db.select().from(outgoingMails).orderBy(outgoingMails.createdAt);
    const received = async (answer: Response) => {
      const { id } = (await answer.json()) as { id: string };
      return (await backend.request(`/api/data-requests/${id}`)).json();
    };
    return { backend, time, send, stored, mails, received };
  }

  test("get the same response and the same mail whether the address is known or not; too many from one network are refused", async () => {
    const { backend, send, mails, received } = await opened();
    const { email } = await addPerson(backend, { role: "VOLUNTEER" });
    const answers = [await send(email), await send("nobody@maillon.example")];
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await received(answer)]))).toEqual([
      [201, { number: "D-00001", receivedAt: "2026-11-21T10:00:10.000Z", dueAt: "2026-12-21T10:00:00.000Z" }],
      [201, { number: "D-00002", receivedAt: "2026-11-21T10:00:10.000Z", dueAt: "2026-12-21T10:00:00.000Z" }],
    ]);
    const sent = await mails();
    expect(sent.map(({ topic, recipient }) => [topic, recipient])).toEqual([
      ["data_request_received_by_address", email],
      ["data_request_received_by_address", "nobody@maillon.example"],
    ]);
    for (const text of ["D-00001", "21 novembre 2026", "21 décembre 2026"]) expect(sent[0]?.text).toContain(text);
    expect(sent[1]?.text).toBe(sent[0]?.text.replaceAll("D-00001", "D-00002"));
    for (let number = 0; number < 8; number += 1) expect((await send(`other-${number}@maillon.example`)).status).toBe(201);
    expect((await send("one-more@maillon.example")).status).toBe(429);
  });

  test("sent twice while one is open are one, also concurrently; afterwards the address may send another", async () => {
    const { backend, send, stored, mails, received } = await opened();
    const email = "Zoe@example.org";
    const answers = await Promise.all([email, email.toLowerCase(), email].map((address) => send(address)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const seen = await Promise.all(answers.map(received));
    expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    expect([(await stored()).length, (await mails()).length]).toEqual([1, 1]);
    expect(await received(await send(email, { kind: "access" }))).not.toEqual(seen[0]);
    await backend.services.db.update(dataRequests).set({ status: "answered" });
    expect((await send(email)).status).toBe(201);
    expect((await stored()).map(({ kind, status }) => [kind, status])).toEqual([
      ["erase", "answered"],
      ["access", "answered"],
      ["erase", "open"],
    ]);
  });

  test("are refused from a bot, and more than five a day for one address", async () => {
    const { backend, time, send, stored } = await opened();
    for (const json of [{ proof: undefined }, { proof: "1.abc" }, { website: "x" }])
      expect((await send("a@b.example", json)).status).toBe(422);
    expect(await stored()).toEqual([]);
    const statuses = [];
    for (let number = 1; number <= 6; number += 1) {
      statuses.push((await send("a@b.example")).status);
      await backend.services.db.update(dataRequests).set({ status: "answered" });
      time.pass(60);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test.each([
    ["2026-01-31T12:00:00Z", "2026-02-28T12:00:00.000Z"],
    ["2026-01-30T23:30:00Z", "2026-02-27T23:30:00.000Z"],
    ["2026-03-15T12:00:00Z", "2026-04-15T11:00:00.000Z"],
  ])("received at %s are due on the same day in France, or the last of a shorter month", async (start, due) => {
    const { send, stored } = await opened(start);
    await send("nobody@maillon.example");
    expect((await stored())[0]?.dueAt.toISOString()).toBe(due);
  });

  test("are shown after the form without personal data; those of accounts are not", async () => {
    const { backend } = await opened();
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    const { id } = await ask(backend, cookie, "erase");
    for (const one of [id, crypto.randomUUID()]) expect((await backend.request(`/api/data-requests/${one}`)).status).toBe(404);
  });

  test("are found by their number, and only administrators read and answer them", async () => {
    const { backend, send } = await opened();
    await send("someone@maillon.example");
    await send("nobody@maillon.example");
    const admin = await signIn(backend, { role: "ADMIN" });
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    expect((await backend.request("/api/admin/data-requests", { cookie: volunteer.cookie })).status).toBe(403);
    const { items } = (await (await backend.request("/api/admin/data-requests?q=d-00002", { cookie: admin.cookie })).json()) as {
      items: { id: string; dueAt: string; person: string }[];
    };
    expect(items).toMatchObject([{ number: "D-00002", dueAt: "2026-12-21T10:00:00.000Z", person: "nobody@maillon.example", late: false }]);
    const answer = (json: unknown) =>
      backend.request(`/api/admin/data-requests/${items[0]?.id}/answer`, { method: "POST", cookie: admin.cookie, json });
    expect((await answer({ outcome: "refused", reason: " " })).status).toBe(422);
    expect((await answer({ outcome: "erased" })).status).toBe(409);
    expect((await answer({ outcome: "refused", reason: "Identité non prouvée" })).status).toBe(200);
    expect((await answer({ outcome: "answered" })).status).toBe(409);
  });
});

describe("erasure", () => {
  async function erased() {
    const backend = await backendForTest();
    const { db, files } = backend.services;
    const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Aya", lastName: "Nobody", phone: "0612345678" });
    const admin = await signIn(backend, { role: "ADMIN" });
    await files.put("avatars/one", new Uint8Array([1]), "image/webp");
    const avatar = { kind: "AVATAR", visibility: "public", storageKey: "avatars/one", mime: "image/webp", bytes: 1, sha256: "" } as const;
    await db.insert(documents).values({ ...avatar, ownerId: person.id });
    await db.insert(memberships).values({ userId: person.id, startDate: "2026-01-01", endDate: "2026-12-31" });
    await recordChange(db, null, { action: "user.edit", entityType: "user", entityId: person.id, after: { phone: "0612345678" } });
    await queueMail(backend.services, person.id, "session_revoked", {}, "one");
    const { id } = await ask(backend, person.cookie, "erase");
    const answer = await backend.request(`/api/admin/data-requests/${id}/answer`, {
      method: "POST",
      cookie: admin.cookie,
      json: { outcome: "erased" },
    });
    expect(answer.status).toBe(200);
    return { backend, db, files, person, admin };
  }

  test("leaves no personal data, retains what the law requires, and the log's chain is intact", async () => {
    const { backend, db, files, person, admin } = await erased();
    const [row] = await db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({ email: `${person.id}@erased.invalid`, phone: null, passwordHash: null, accountState: "left" });
    expect(JSON.stringify(row)).not.toMatch(/Aya|Nobody/);
    expect([await db.$count(memberships), await db.$count(sessions, eq(sessions.userId, person.id)), await db.$count(documents)]).toEqual([
      1, 0, 0,
    ]);
    await finishErasures(backend.services);
    expect(await files.get("avatars/one")).toBeNull();
    expect(await firstBrokenAuditRow(db)).toBeNull();
    expect(JSON.stringify(await db.select().from(auditLog))).not.toContain("0612345678");
    const mails = await db.select().from(outgoingMails);
    expect(mails.map(({ topic, userId }) => [topic, userId])).toEqual([["erasure_done", null]]);
    expect((await backend.request("/api/user/me", { cookie: person.cookie })).status).toBe(401);
    expect((await backend.request("/api/user/me", { cookie: admin.cookie })).status).toBe(200);
  });

  test("is repeated when a restored backup contains the person", async () => {
    const { backend, db, person } = await erased();
    await finishErasures(backend.services);
    await db.delete(erasures);
    await db.update(users).set({ email: "aya@maillon.example", firstName: "Aya", phone: "0612345678" }).where(eq(users.id, person.id));
    expect(await replayErasures(backend.services, new Date())).toBe(1);
    const [row] = await db.select().from(users).where(eq(users.id, person.id));
    expect([row?.firstName, row?.phone, row?.email]).toEqual(["–", null, `${person.id}@erased.invalid`]);
    expect(await replayErasures(backend.services, new Date())).toBe(0);
    expect(await firstBrokenAuditRow(db)).toBeNull();
  });

  test("that is rolled back erases nothing, now or later: neither in the ledger nor in the files", async () => {
    const backend = await backendForTest();
    const { db, files } = backend.services;
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Aya", email: "aya@example.org" });
    await files.put("avatars/one", new Uint8Array([1]), "image/webp");
    const avatar = { kind: "AVATAR", visibility: "public", storageKey: "avatars/one", mime: "image/webp", bytes: 1, sha256: "" } as const;
    await db.insert(documents).values({ ...avatar, ownerId: person.id });
    const refused = db.transaction(async (tx) => {
      await erasePeople({ ...backend.services, db: tx }, null, [person.id], new Date());
      await eraseEmail({ ...backend.services, db: tx }, "zoe@example.org", new Date());
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await replayErasures(backend.services, new Date())).toBe(0);
    expect([await files.get("erasures/ledger.json"), (await files.get("avatars/one"))?.length]).toEqual([null, 1]);
    expect((await db.select().from(users).where(eq(users.id, person.id)))[0]?.firstName).toBe("Aya");
  });

  test("deletes mails to others that name the person", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Nobody", email: "nobody@example.org" });
    const sent = { topic: "other", name: "Nobody", email: "nobody@example.org", locale: "fr", body: ".", dedupeKey: "one" } as const;
    const [message] = await db.insert(messages).values(sent).returning();
    const team = { email: "presse@maillon.example", locale: "fr" } as const;
    const words = { ticket: "M-00001", name: "Nobody", messageId: message?.id ?? "" };
    await queueMailTo(backend.services, team, "message_received", words, "team", { aboutId: message?.id });
    const link = { token: "t".repeat(43), endsAt: null };
    const parent = { email: "parent@example.org", locale: "fr" } as const;
    await queueMailTo(backend.services, parent, "guardian_consent", { minorName: "Nobody", days: "30" }, "parent", {
      link,
      aboutId: person.id,
    });
    expect(JSON.stringify(await db.select().from(outgoingMails)).match(/Nobody/g)?.length).toBeGreaterThan(2);
    await erasePeople(backend.services, null, [person.id], new Date());
    expect(JSON.stringify(await db.select().from(outgoingMails))).not.toContain("Nobody");
  });

  test("of an administrator is refused until the role is given up", async () => {
    const backend = await backendForTest();
    const admin = await signIn(backend, { role: "ADMIN" });
    const { id } = await ask(backend, admin.cookie, "erase");
    const path = `/api/admin/data-requests/${id}/answer`;
    expect((await backend.request(path, { method: "POST", cookie: admin.cookie, json: { outcome: "erased" } })).status).toBe(409);
  });
});

describe("retention", () => {
  const start = new Date("2026-11-21T04:20:00Z");
  const day = 86_400;

  async function idle(lastInteractionAt: string) {
    const time = testClock(start);
    const backend = await backendForTest({ clock: time.clock });
    const person = await addPerson(backend, { role: "BENEFICIARY", lastInteractionAt: new Date(lastInteractionAt), firstName: "Aya" });
    const run = () => applyRetention(backend.services);
    const topics = async () => (await backend.services.db.select().from(outgoingMails)).map(({ topic }) => topic).sort();
    const state = async () => (await backend.services.db.select().from(users).where(eq(users.id, person.id)))[0];
    return { backend, person, run, topics, state, ...time };
  }

  test("warns a month and a week before, locks, then erases; no stage is skipped however long the job was off", async () => {
    const { run, topics, state, pass } = await idle("2020-01-01");
    await run();
    await run();
    expect(await topics()).toEqual(["retention_month"]);
    pass(22 * day);
    await run();
    expect(await topics()).toEqual(["retention_month"]);
    pass(1 * day);
    await run();
    expect(await topics()).toEqual(["retention_month", "retention_week"]);
    pass(6 * day);
    await run();
    expect((await state())?.accountState).toBe("validated");
    pass(1 * day);
    await run();
    expect([(await state())?.accountState, (await state())?.firstName]).toEqual(["left", "Aya"]);
    pass(29 * day);
    await run();
    expect((await state())?.firstName).toBe("Aya");
    pass(1 * day);
    await run();
    expect((await state())?.firstName).toBe("–");
    await run();
  });

  test("does not touch accounts in use, administrators, and people who log in after the first message", async () => {
    const { backend, run, topics, pass, clock, person } = await idle("2024-12-15");
    await addPerson(backend, { role: "ADMIN", lastInteractionAt: new Date("2010-01-01") });
    await addPerson(backend, { role: "VOLUNTEER", lastInteractionAt: new Date("2024-12-15") });
    await run();
    expect(await topics()).toEqual(["retention_month"]);
    pass(3 * day);
    await backend.services.db.update(users).set({ lastInteractionAt: clock() }).where(eq(users.id, person.id));
    // The first message has waited for so long that it is gone.
    pass(40 * day);
    await run();
    expect([await topics(), await backend.services.db.$count(retentionProgress)]).toEqual([[], 0]);
  });

  test("a dry run counts and changes nothing; the policy decides, and only administrators change it", async () => {
    const { backend, person, topics } = await idle("2025-06-01");
    const admin = await signIn(backend, { role: "ADMIN" });
    const call = (path: string, method: string, cookie: string, json?: unknown) => backend.request(path, { method, cookie, json });
    const count = async () => {
      const run = (await (await call("/api/admin/retention-runs", "POST", admin.cookie)).json()) as { counts: Record<string, number> };
      return run.counts["beneficiary_account.firstNotice"];
    };
    expect(await count()).toBe(0);
    const policy = "/api/admin/retention-policies/beneficiary_account";
    expect((await call(policy, "PUT", await cookiesOf(backend, person.id), { months: 6, days: 0 })).status).toBe(403);
    expect((await call(policy, "PUT", admin.cookie, { months: 0, days: 0 })).status).toBe(422);
    expect((await call(policy, "PUT", admin.cookie, { months: 6, days: 0 })).status).toBe(200);
    expect(await count()).toBe(1);
    expect([await topics(), await backend.services.db.$count(retentionProgress)]).toEqual([[], 0]);
  });

  test("a decided document is purged on its day; the record of the check stays", async () => {
    const { backend, run, person, pass, clock } = await idle("2026-11-01");
    const { db, files } = backend.services;
    await files.put("papers/one", new Uint8Array([1]), "application/pdf");
    const document = {
      kind: "IDENTITY",
      visibility: "owner",
      storageKey: "papers/one",
      mime: "application/pdf",
      bytes: 1,
      sha256: "",
    } as const;
    const seen = { verification: "accepted", verifiedAt: clock(), purgeAt: new Date(clock().getTime() + 2 * day * 1000) } as const;
    await db.insert(documents).values({ ...document, ...seen, ownerId: person.id, fileName: "carte.pdf" });
    pass(day);
    await run();
    expect(await files.get("papers/one")).not.toBeNull();
    pass(day);
    await run();
    expect(await files.get("papers/one")).toBeNull();
    expect((await db.select().from(documents))[0]).toMatchObject({
      verification: "accepted",
      verifiedAt: start,
      fileName: null,
      purgedAt: clock(),
    });
  });
});

describe("settings", () => {
  test("people change their own name, phone and language, and nothing else", async () => {
    const backend = await backendForTest();
    const { cookie, id, updatedAt } = await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
    const json = {
      version: updatedAt.toISOString(),
      firstName: "Lina",
      lastName: "B.",
      phone: "06 12 34 56 78",
      locale: "en",
      role: "ADMIN",
      accountState: "validated",
      isStaffMember: true,
    };
    expect((await backend.request("/api/account/profile", { method: "PUT", cookie, json })).status).toBe(200);
    const [row] = await backend.services.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ firstName: "Lina", locale: "en", role: "BENEFICIARY", accountState: "waiting", isStaffMember: false });
  });

  test("an unsubscribed topic is not mailed; mails about the account always are", async () => {
    const backend = await backendForTest();
    const { cookie, id } = await signIn(backend, { role: "ADMIN" });
    const json = { articles: "never", waiting: "weekly" };
    expect((await backend.request("/api/account/notifications", { method: "PUT", cookie, json })).status).toBe(200);
    expect(await (await backend.request("/api/account/notifications", { cookie })).json()).toMatchObject(json);
    await queueMail(backend.services, id, "article_in_review", { articleId: id, title: "", author: "" }, "a");
    await queueMail(backend.services, id, "session_revoked", {}, "b");
    expect((await backend.services.db.select().from(outgoingMails)).map(({ topic }) => topic)).toEqual(["session_revoked"]);
  });

  test("concurrent saves of the choice of topics leave one of the choices", async () => {
    const backend = await backendForTest();
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const choices = Array.from({ length: 12 }, (_, at) =>
      at % 2
        ? {
            articles: "never",
            messages: "weekly",
            waiting: "daily",
            reminders: "never",
            association: "each",
            greetings: "never",
            newsletter: false,
          }
        : {
            articles: "each",
            messages: "never",
            waiting: "weekly",
            reminders: "each",
            association: "never",
            greetings: "each",
            newsletter: false,
          },
    );
    const saves = choices.map((json) => backend.request("/api/account/notifications", { method: "PUT", cookie, json }));
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(choices.map(() => 200));
    expect(choices).toContainEqual(await (await backend.request("/api/account/notifications", { cookie })).json());
  });

  test("other sessions end at once, one or all, and never another person's", async () => {
    const backend = await backendForTest();
    const { id, cookie } = await signIn(backend, { role: "VOLUNTEER" });
    const others = [await cookiesOf(backend, id), await cookiesOf(backend, id)];
    const stranger = await signIn(backend, { role: "VOLUNTEER" });
    const status = async (who: string) => (await backend.request("/api/user/me", { cookie: who })).status;
    const list = async () =>
      ((await (await backend.request("/api/account/sessions", { cookie })).json()) as { items: { id: string; current: boolean }[] }).items;
    const other = (await list()).find(({ current }) => !current);
    const end = (who: string, path: string) => backend.request(path, { method: "DELETE", cookie: who });
    expect((await end(stranger.cookie, `/api/account/sessions/${other?.id}`)).status).toBe(404);
    expect((await end(cookie, `/api/account/sessions/${other?.id}`)).status).toBe(200);
    expect((await Promise.all(others.map(status))).sort()).toEqual([200, 401]);
    expect((await end(cookie, "/api/account/sessions")).status).toBe(200);
    expect(await Promise.all([...others, cookie, stranger.cookie].map(status))).toEqual([401, 401, 200, 200]);
    expect(await list()).toHaveLength(1);
  });

  test("each choice about consent is a new row with the version of its text, and none is rewritten", async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    for (const given of [["newsletter"], ["newsletter"], []])
      await backend.request("/api/account/consents", { method: "PUT", cookie, json: { given } });
    const rows = await db.select().from(consents);
    expect(rows.map(({ purpose, given, textVersion }) => [purpose, given, textVersion])).toEqual([
      ["newsletter", true, 1],
      ["newsletter", false, 1],
    ]);
    await expect(db.update(consents).set({ given: true })).rejects.toThrow();
    const { items } = (await (await backend.request("/api/account/consents", { cookie })).json()) as { items: unknown[] };
    expect(items).toMatchObject([
      { purpose: "newsletter", given: false },
      { purpose: "image", given: false, at: null },
      { purpose: "age", given: false, at: null },
    ]);
  });
});
