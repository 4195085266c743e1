import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { legalDocuments, signatures } from "#backend/modules/legal-documents/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import type { OwnTimeline } from "#contract/accounts/own-timeline";
import { positionOf } from "#contract/accounts/own-timeline";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";

const { clock } = testClock(new Date("2026-11-18T10:00:00Z"));

async function read(backend: TestBackend, cookie: string, query = "", language = "fr") {
  const answer = await backend.request(`/api/account/timeline${query}`, { cookie, headers: { "accept-language": language } });
  return JSON.parse((await answer.text()).replaceAll(/[\u00a0\u202f]/g, " ")) as OwnTimeline;
}

test("merges what is shared with a person, what was decided, signed and paid, and nothing of the team's or of others", async () => {
  const backend = await backendForTest({ clock });
  const { db } = backend.services;
  const student = await signIn(backend, { role: "BENEFICIARY" });
  const author = await addPerson(backend, { role: "ADMIN" });
  const entry = { authorId: author.id, kind: "call", occurredAt: new Date("2026-11-10T10:00:00Z") } as const;
  await db.insert(trackingEntries).values([
    { ...entry, subjectUserId: student.id, visibility: "subject", title: "Rappel du Crous", body: "Sous dix jours." },
    { ...entry, subjectUserId: student.id, visibility: "staff", title: "Pour l’équipe" },
    { ...entry, subjectUserId: student.id, visibility: "restricted", title: "Réservé" },
    { ...entry, subjectUserId: (await addPerson(backend, { role: "BENEFICIARY" })).id, visibility: "subject", title: "D’un autre" },
    {
      ...entry,
      subjectUserId: student.id,
      kind: "meeting",
      visibility: "subject",
      title: "Rendez-vous",
      occurredAt: new Date("2026-11-20"),
    },
  ]);
  await db.insert(accountDecisions).values({
    userId: student.id,
    verdict: "ask",
    reason: "Il manque un certificat.",
    decidedBy: author.id,
    decidedAt: new Date("2026-09-02"),
  });
  await db.insert(memberships).values({ userId: student.id, startDate: "2026-09-01", endDate: "2027-08-31" });
  const [text] = await db.select().from(legalDocuments).limit(1);
  if (text)
    await db
      .insert(signatures)
      .values({ userId: student.id, legalDocumentId: text.id, locale: "fr", textHash: "0", signedAt: new Date("2026-08-01") });
  const timeline = await read(backend, student.cookie);
  expect(timeline.items.slice(0, 3).map(({ kind, title, text: more }) => [kind, title, more])).toEqual([
    ["entry", "Appel : Rappel du Crous", "Sous dix jours."],
    ["decision", "Il manquait quelque chose à votre dossier", "Il manque un certificat."],
    ["membership", "Adhésion, jusqu’au 31 août 2027", null],
  ]);
  if (text) expect(timeline.items[3]?.kind).toBe("signature");
  expect(timeline.coming.map(({ title }) => title)).toEqual(["Rendez-vous : Rendez-vous"]);
  expect(timeline.figures.find(({ kind }) => kind === "entry")).toEqual({ kind: "entry", count: 1, label: "Échange partagé" });
  expect((await read(backend, student.cookie, "", "en")).items[1]?.title).toBe("Something was missing from your file");
  expect(JSON.stringify(timeline)).not.toMatch(/équipe|Réservé|autre/);
});

test("is read by the page, each fact once, also where many have the same instant", async () => {
  const backend = await backendForTest({ clock });
  const { db } = backend.services;
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const author = await addPerson(backend, { role: "ADMIN" });
  const entry = {
    authorId: author.id,
    subjectUserId: person.id,
    kind: "note",
    visibility: "subject",
    occurredAt: new Date("2026-11-10"),
  } as const;
  await db.insert(trackingEntries).values(Array.from({ length: 65 }, (_, n) => ({ ...entry, title: `Note ${n}` })));
  const seen: string[] = [];
  for (let query = "", pages = 0; pages < 5; pages++) {
    const { items, more } = await read(backend, person.cookie, query);
    seen.push(...items.map(({ id }) => id));
    const last = items.at(-1);
    if (!more || !last) break;
    query = `?before=${encodeURIComponent(positionOf(last))}`;
  }
  expect([seen.length, new Set(seen).size]).toEqual([65, 65]);
  expect((await read(backend, person.cookie, "?before=nonsense")).items.length).toBe(30);
});

test("a place has the day of its group, and a kit that is brought to somebody no place to go to", async () => {
  const backend = await backendForTest({ clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const student = await signIn(backend, { role: "BENEFICIARY" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  const { id: eventId, quotas } = await addEvent(backend, admin.cookie, {
    event: { type: "delivery", placeName: "Le dépôt", startsAt: "2099-06-10T09:00", endsAt: "2099-06-11T18:00" },
    quotas: [{ capacity: 2, startsAt: "2099-06-11T14:00", endsAt: "2099-06-11T16:00" }],
    roles: ["BENEFICIARY", "VOLUNTEER"],
  });
  const place = { eventId, quotaId: quotas[0] ?? "", status: "confirmed" as const };
  await backend.services.db.insert(eventRegistrations).values([student, volunteer].map(({ id }) => ({ ...place, userId: id })));
  const coming = async ({ cookie }: { cookie: string }) => (await read(backend, cookie)).coming.map(({ at, text }) => [at, text]);
  const at = "2099-06-11T12:00:00.000Z";
  expect([await coming(student), await coming(volunteer)]).toEqual([[[at, null]], [[at, "Le dépôt"]]]);
});

test("its file is for its owner alone", async () => {
  const backend = await backendForTest({ clock });
  const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Zélie" });
  const other = await signIn(backend, { role: "ADMIN" });
  const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL" });
  const file = (cookie: string, id = person.id) => backend.request(`/api/account/timeline/${id}/pdf`, { cookie });
  const own = await file(person.cookie);
  expect([own.status, own.headers.get("content-type"), own.headers.get("cache-control")]).toEqual([200, "application/pdf", "no-store"]);
  expect(
    Buffer.from(await own.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect([(await file(other.cookie)).status, (await file(donor.cookie, donor.id)).status]).toEqual([404, 403]);
  expect((await backend.request("/api/account/timeline", { cookie: donor.cookie })).status).toBe(403);
  expect(await backend.services.db.$count(trackingEntries, eq(trackingEntries.authorId, person.id))).toBe(0);
});

test.each(["2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"])(
  "a page from %s is the first one",
  async (at) => {
    const backend = await backendForTest({ clock });
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    const answer = await backend.request(`/api/account/timeline?before=${at}_00000000-0000-4000-8000-000000000000`, { cookie });
    expect(answer.status).toBe(200);
  },
);
