import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { accountDecisions, beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import { type CriteriaPreview, type CriteriaQuestion, type CriteriaRule, previewOf } from "#contract/accounts/criteria";
import { type CriteriaRecord, type CriteriaTrial, madeUpFiles } from "#contract/accounts/criteria-editing";
import type { Permission } from "#contract/accounts/roles";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

async function desk(permissions: Permission[] = []) {
  const backend = await backendForTest({ clock: testClock(new Date("2026-11-24T10:00:00Z")).clock });
  const { id, cookie } = await signIn(backend, { role: "ADMIN", permissions, firstName: "Samira", lastName: "Haddad" });
  const { db } = backend.services;
  const [example] = await db.select().from(criteriaVersions);
  const questions = example?.questions ?? [];
  const draft = (more: object = {}) => ({ after: 1, questions, rule: { likelyUpTo: 20_000, doubtUpTo: 35_000 }, ...more });
  const post = (path: string, json: unknown) => backend.request(`/api/admin/criteria${path}`, { method: "POST", cookie, json });
  return {
    ...{ backend, db, id, cookie, questions, draft },
    publish: (json: unknown) => post("", json),
    tryOut: async (rule: CriteriaRule) => (await (await post("/trial", draft({ rule }))).json()) as CriteriaTrial,
    errorsOf: async (json: unknown) => {
      const answer = await post("", json);
      return [answer.status, ((await answer.json()) as { fieldErrors: object }).fieldErrors];
    },
    list: async () => (await backend.request("/api/admin/criteria", { cookie })).json(),
  };
}

const open = { kind: "text", label: { fr: "Qu’est-ce qui vous manque ?" } };

test("the questions of a new version apply at once, and the earlier one is listed with its contents", async () => {
  const { backend, publish, draft, questions, list, cookie } = await desk();
  const rule = { likelyUpTo: 25_050, doubtUpTo: 40_000 };
  const made = await publish(draft({ questions: [...questions, open], rule }));
  expect(made.status).toBe(201);
  const record = (await made.json()) as CriteriaRecord;
  expect(record).toMatchObject({ number: 2, rule, publishedBy: "Samira Haddad", publishedAt: "2026-11-24T10:00:00.000Z" });
  expect(await (await backend.request("/api/criteria")).json()).toMatchObject({ number: 2, rule, questions: record.questions });
  const earlier = [{ number: 1, publishedBy: null, questionCount: questions.length, rule: { likelyUpTo: 20_000, doubtUpTo: 35_000 } }];
  const listed = await list();
  expect(listed).toMatchObject({ current: { number: 2 }, earlier });
  const first = await backend.request(`/api/admin/criteria/${listed.earlier[0].id}`, { cookie });
  expect(await first.json()).toMatchObject({ number: 1, questions });
});

test("who published which version is in the audit log, under its name", async () => {
  const { db, publish, draft, id } = await desk();
  const { id: entityId } = (await (await publish(draft())).json()) as CriteriaRecord;
  const [row] = await db.select().from(auditLog).where(eq(auditLog.entityId, entityId));
  expect(row).toMatchObject({ action: "criteria.publish", entityType: "criteria", actorId: id });
});

test("new questions and choices get names of their own, which no other version has used, and existing ones keep theirs", async () => {
  const { publish, draft, questions } = await desk();
  const choices = [{ label: { fr: "Oui" } }, { label: { fr: "oui !" } }, { value: "no", label: { fr: "Non" } }];
  const more = [open, { kind: "choice", label: { fr: "Un toit ?", en: "A roof?" }, choices, why: { fr: "", en: undefined } }];
  const second = (await (await publish(draft({ questions: [...questions, ...more] }))).json()) as CriteriaRecord;
  const [text, choice] = second.questions.slice(-2) as [CriteriaQuestion, CriteriaQuestion];
  expect([text.key, choice.key]).toEqual(["qQuEstCeQuiVousManqu", "qUnToit"]);
  expect(choice).toEqual({
    ...{ key: "qUnToit", kind: "choice", label: { fr: "Un toit ?", en: "A roof?" } },
    choices: [
      { value: "oui", label: { fr: "Oui" } },
      { value: "oui-2", label: { fr: "oui !" } },
      { value: "no", label: { fr: "Non" } },
    ],
  });
  const without = draft({ after: 2, questions });
  expect((await publish(without)).status).toBe(201);
  const again = (await (await publish(draft({ after: 3, questions: [...questions, open] }))).json()) as CriteriaRecord;
  expect(again.questions.at(-1)?.key).toMatch(/^qQuEstCeQuiVousManqu[a-z]{8}$/);
});

test("a question that gets another kind is a new one, so that no old answer is read as one to it", async () => {
  const { publish, draft, questions } = await desk();
  const changed = questions.map((one) => (one.key === "studies" ? { ...one, kind: "count" } : one));
  const { questions: published } = (await (await publish(draft({ questions: changed }))).json()) as CriteriaRecord;
  expect(published.map(({ key }) => key)).toEqual(["qOuEtudiezVousCetteA", "scholarship", "income", "charges", "household"]);
});

test.each([
  ["without a question of the rule", { questions: (all: CriteriaQuestion[]) => all.filter(({ key }) => key !== "charges") }, "questions"],
  [
    "with a question of the rule as a text",
    { questions: (all: CriteriaQuestion[]) => all.map((one) => (one.key === "income" ? { ...one, kind: "text" } : one)) },
    "questions",
  ],
  ["with a choice of one", { added: { ...open, kind: "choice", choices: [{ label: { fr: "Oui" } }] } }, "questions[5].choices"],
  ["with a question that has the name of another", { added: { ...open, key: "studies" } }, "questions[0].label.fr"],
  ["with an explanation in English alone", { added: { ...open, why: { en: "Because" } } }, "questions[5].why.fr"],
  ["with a question without words", { added: { kind: "text", label: { fr: " " } } }, "questions[5].label.fr"],
  ["whose second bound is below the first", { rule: { likelyUpTo: 30_000, doubtUpTo: 20_000 } }, "rule.doubtUpTo"],
  ["with a bound that is not whole cents", { rule: { likelyUpTo: 0.5, doubtUpTo: 20_000 } }, "rule.likelyUpTo"],
])(
  "a version %s is refused at that field",
  async (_, more: { questions?: (all: CriteriaQuestion[]) => unknown; added?: object; rule?: object }, field) => {
    const { errorsOf, draft, questions } = await desk();
    const drafted = more.questions?.(questions) ?? (more.added ? [...questions, more.added] : questions);
    const [status, errors] = await errorsOf(draft({ questions: drafted, ...(more.rule && { rule: more.rule }) }));
    expect([status, Object.keys(errors as object)]).toEqual([422, expect.arrayContaining([field])]);
  },
);

test("of two versions published at once one is saved, the other is refused with it, and the database has no number twice", async () => {
  const { publish, draft, db, questions } = await desk();
  const answers = await Promise.all([1, 2, 3].map((at) => publish(draft({ rule: { likelyUpTo: at, doubtUpTo: at } }))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: "stale", current: { number: 2, questions } });
  expect((await db.select().from(criteriaVersions).orderBy(asc(criteriaVersions.number))).map(({ number }) => number)).toEqual([1, 2]);
  const rule = { likelyUpTo: 1, doubtUpTo: 2 };
  await expect(db.insert(criteriaVersions).values({ number: 2, questions, rule })).rejects.toThrow();
});

const countOf = ({ counts }: CriteriaTrial, from: CriteriaPreview, to: CriteriaPreview) =>
  counts.find((one) => one.from === from && one.to === to)?.files;

async function addFiles(
  { backend, id: adminId }: Awaited<ReturnType<typeof desk>>,
  howMany: number,
  leftToLiveOnCents: number | null,
  accountState: "to_validate" | "validated" | "waiting",
  decided?: { at: string; verdict?: "ask" },
) {
  const { db } = backend.services;
  const [version] = await db.select().from(criteriaVersions);
  for (let at = 0; at < howMany; at += 1) {
    const { id: userId } = await addPerson(backend, { role: "BENEFICIARY", accountState });
    await db.insert(beneficiaryFiles).values({ userId, leftToLiveOnCents });
    const decision = { userId, decidedBy: adminId, criteriaVersionId: version?.id, reason: "–" };
    if (decided)
      await db.insert(accountDecisions).values({ ...decision, verdict: decided.verdict ?? "accept", decidedAt: new Date(decided.at) });
  }
}

test("a trial counts what changes among files that wait and those of the last year, as the rule itself would say, and stores nothing", async () => {
  const place = await desk(["BENEFICIARY_READ_RESTRICTED"]);
  const { db, tryOut } = place;
  await addFiles(place, 6, 22_000, "to_validate");
  await addFiles(place, 5, 34_000, "validated", { at: "2026-03-01" });
  await addFiles(place, 5, 50_000, "validated", { at: "2025-11-25" });
  await addFiles(place, 1, 10_000, "to_validate");
  await addFiles(place, 1, 50_000, "validated", { at: "2025-11-23" });
  await addFiles(place, 1, 22_000, "waiting");
  await addFiles(place, 1, 22_000, "waiting", { at: "2026-10-01", verdict: "ask" });
  await addFiles(place, 5, null, "to_validate");
  const rule = { likelyUpTo: 25_000, doubtUpTo: 30_000 };
  const trial = await tryOut(rule);
  expect(trial).toMatchObject({ madeUp: false, total: 17, changed: 11, waiting: 6, decided: 5, unanswered: 5 });
  expect([countOf(trial, "maybe", "yes"), countOf(trial, "maybe", "no"), countOf(trial, "no", "no")]).toEqual([6, 5, 5]);
  for (const left of [22_000, 34_000, 50_000])
    expect(trial.counts).toContainEqual(
      expect.objectContaining({ to: previewOf(rule, { income: left / 100, charges: 0, household: 1 }), files: expect.any(Number) }),
    );
  expect(await db.$count(criteriaVersions)).toBe(1);
});

test("what single students have to live on is not found out by trying bounds: fewer than five files are never counted", async () => {
  const place = await desk(["BENEFICIARY_READ_RESTRICTED"]);
  await addFiles(place, 1, 22_222, "to_validate");
  await addFiles(place, 3, 60_000, "to_validate");
  const below = await place.tryOut({ likelyUpTo: 22_221, doubtUpTo: 35_000 });
  expect(below).toEqual(await place.tryOut({ likelyUpTo: 22_222, doubtUpTo: 35_000 }));
  expect(below).toMatchObject({ total: null, changed: null, waiting: null, decided: null, unanswered: null });
  expect(below.counts.map(({ files }) => files)).toEqual(Array(9).fill(null));
});

test("without the right to restricted data everywhere, a trial is over made-up files, and says so", async () => {
  const place = await desk();
  await addFiles(place, 7, 22_222, "to_validate");
  const tried = await Promise.all([22_221, 22_222].map((likelyUpTo) => place.tryOut({ likelyUpTo, doubtUpTo: 35_000 })));
  expect(tried[0]).toEqual(tried[1]);
  expect(tried[0]).toMatchObject({ madeUp: true, total: madeUpFiles.length, unanswered: null });
  expect(countOf(await place.tryOut({ likelyUpTo: 22_500, doubtUpTo: 35_000 }), "maybe", "yes")).toBe(1);
  const sectorId = crypto.randomUUID();
  await place.db.insert(sectors).values({ id: sectorId, name: "Lyon", slug: "lyon", status: "published" });
  const inSectors = [{ permission: "BENEFICIARY_READ_RESTRICTED", sectorId } as const];
  const { cookie } = await signIn(place.backend, { role: "ADMIN", inSectors });
  const answer = await place.backend.request("/api/admin/criteria/trial", { method: "POST", cookie, json: place.draft() });
  expect(await answer.json()).toMatchObject({ madeUp: true });
  expect(await place.db.$count(auditLog, eq(auditLog.action, "criteria.try"))).toBe(0);
});

test("trials over students' files are recorded, without bounds or results, and limited", async () => {
  const { backend, cookie, db, id, tryOut, draft } = await desk(["BENEFICIARY_READ_RESTRICTED"]);
  for (let at = 0; at < 20; at += 1) await tryOut({ likelyUpTo: at, doubtUpTo: 35_000 });
  const rows = await db.select().from(auditLog).where(eq(auditLog.action, "criteria.try"));
  expect(rows).toHaveLength(20);
  expect(rows[0]).toMatchObject({ actorId: id, entityType: "criteria", fields: [], changes: {}, reason: null });
  const refused = await backend.request("/api/admin/criteria/trial", { method: "POST", cookie, json: draft() });
  expect([refused.status, await db.$count(auditLog, eq(auditLog.action, "criteria.try"))]).toEqual([429, 20]);
});

test("versions are edited by administrators alone", async () => {
  const { backend, draft } = await desk();
  const statuses = async (cookie?: string) =>
    [
      await backend.request("/api/admin/criteria", { cookie }),
      await backend.request("/api/admin/criteria", { method: "POST", cookie, json: draft() }),
      await backend.request("/api/admin/criteria/trial", { method: "POST", cookie, json: draft() }),
    ].map(({ status }) => status);
  expect([await statuses(), await statuses((await signIn(backend, { role: "VOLUNTEER" })).cookie)]).toEqual([
    [401, 401, 401],
    [403, 403, 403],
  ]);
});
