import type { ServerBuild } from "@remix-run/node";
import { eq, inArray } from "drizzle-orm";
import { articles } from "#backend/modules/articles/tables";
import { assemblies } from "#backend/modules/assemblies/tables";
import { campaigns } from "#backend/modules/campaigns/tables";
import { messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { applications } from "#backend/modules/jobs/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { chequeDeposits, payments, statementLines, statements } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { users } from "#backend/modules/users/tables";
import { criteriaVersions } from "#backend/modules/verification/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { franceDay } from "#contract/formats/france-time";
import { contentNames } from "#contract/publishing/content-names";
import { policies } from "~/access/policies";
import { contentSubjects } from "~/content/subjects";
import { addContent, addRecordFile } from "./content";
import { addPerson } from "./people";
import { addExpenseReceipt, addReceipt } from "./receipts";
import type { Site } from "./site";

/** Pages and resources of the build by their path in the specification's notation, with their route's id. */
export function servedPages(build: ServerBuild) {
  return Object.values(build.routes).flatMap((route) => {
    if (!route?.module.loader) return [];
    const chain: string[] = [];
    for (let one: typeof route | undefined = route; one; one = one.parentId ? build.routes[one.parentId] : undefined)
      chain.unshift(one.path ?? "");
    const path = `/${chain.filter(Boolean).join("/")}`.replace(/:(\w+)/g, "{$1}");
    const leaf = route.path !== undefined || route.index;
    return leaf && !path.endsWith("*") ? [{ path, id: route.id, hasAction: !!route.module.action, hasPage: !!route.module.default }] : [];
  });
}

/** A volunteer of the team of the other volunteers, whose page they may open and for which all of them answer, a donor, and an application. */
async function addPeople(backend: Site["backend"], admin: string): Promise<[string, string][]> {
  const { db } = backend.services;
  const [team] = await db.insert(sectors).values({ name: "Un brouillon", slug: "un-brouillon" }).returning();
  await db
    .update(users)
    .set({ sectorId: team?.id ?? null })
    .where(eq(users.role, "VOLUNTEER"));
  const staff = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, ["ADMIN", "VOLUNTEER"]));
  await db.insert(sectorManagers).values(staff.map(({ id }) => ({ sectorId: team?.id ?? "", userId: id })));
  const mate = await addPerson(backend, { role: "VOLUNTEER", sectorId: team?.id, lastName: "Un brouillon" });
  const donor = await addPerson(backend, { role: "DONATOR_MERCHANT", lastName: "Un brouillon" });
  const student = await addPerson(backend, { role: "BENEFICIARY", accountState: "waiting", lastName: "Un brouillon" });
  // Of a leap year, so that there is one on each day.
  const celebrated = await addPerson(backend, {
    role: "VOLUNTEER",
    sectorId: team?.id,
    lastName: "Un brouillon",
    birthDate: `1992-${franceDay(backend.services.clock()).slice(5)}`,
  });
  const author = await addPerson(backend, { role: "ADMIN" });
  const noted = { kind: "note", title: "Un brouillon", visibility: "staff", occurredAt: new Date() } as const;
  const [entry] = await db
    .insert(trackingEntries)
    .values({ ...noted, subjectUserId: mate.id, authorId: author.id })
    .returning();
  const open = { userId: student.id, status: "waiting_staff", lastMessageAt: new Date() } as const;
  const [chat] = await db.insert(verificationChats).values(open).returning();
  const hours = {
    userId: mate.id,
    sectorId: team?.id,
    date: "2026-11-01",
    minutes: 60,
    activity: "other",
    level: "field",
    source: "self",
  } as const;
  const [given] = await db
    .insert(volunteerHours)
    .values({ ...hours, status: "submitted", description: "Un brouillon" })
    .returning();
  const json = { name: "Un brouillon", type: "public", redirectUris: ["https://agenda.example/"], scopes: [] };
  const answer = await backend.request("/api/admin/oauth-clients", { method: "POST", cookie: admin, json });
  return [
    ["/dashboard/admin/users/donators/", donor.id],
    ["/dashboard/admin/users/", mate.id],
    ["/dashboard/my-sectors/", team?.id ?? ""],
    ["/dashboard/admin/volunteer-hours/", given?.id ?? ""],
    ["/dashboard/admin/verification-chats/", chat?.id ?? ""],
    ["/dashboard/admin/permissions/", mate.id],
    ["/dashboard/admin/tracking/", entry?.id ?? ""],
    ["/dashboard/admin/birthdays/", celebrated.id],
    ["/dashboard/admin/oauth-clients/", ((await answer.json()) as { id: string }).id],
  ];
}

/** Adds a record for every `{id}` of a served path; answers how to write such a path as an address. */
export async function addRecords({ backend }: Pick<Site, "backend">, { admin, authorId }: { admin: string; authorId: string }) {
  const records = new Map<string, string>();
  const texts = { title: { fr: "Un brouillon" }, lead: { fr: "" }, body: { fr: "Texte." } };
  const [article] = await backend.services.db
    .insert(articles)
    .values({ ...texts, authorId, updatedBy: authorId })
    .returning();
  records.set("/dashboard/admin/news/", article?.id ?? "");
  const written = {
    topic: "other",
    name: "Un brouillon",
    email: "lou@example.org",
    body: "Texte.",
    locale: "fr",
    dedupeKey: "one",
  } as const;
  const [message] = await backend.services.db.insert(messages).values(written).returning();
  records.set("/dashboard/admin/messages/", message?.id ?? "");
  const means = { amountCents: 2000, rhythm: "one_off", donor: "person", allocation: "any", method: "transfer", receipt: false } as const;
  const promised = {
    ...means,
    reference: "DON-AAAA-AAAA",
    name: "Un brouillon",
    email: "lou@example.org",
    locale: "fr",
    dedupeKey: "one",
  } as const;
  const [pledge] = await backend.services.db.insert(pledges).values(promised).returning();
  records.set("/dashboard/admin/donations/pledges/", pledge?.id ?? "");
  const came = { receivedOn: "2026-11-01", amountCents: 2000, method: "cheque", donorName: "Un brouillon" } as const;
  const [slip] = await backend.services.db
    .insert(chequeDeposits)
    .values({ number: "REM-2026-9999", depositedOn: "2026-11-01", submission: crypto.randomUUID() })
    .returning();
  const [payment] = await backend.services.db
    .insert(payments)
    .values({ ...came, depositId: slip?.id, submission: crypto.randomUUID() })
    .returning();
  records.set("/dashboard/admin/pledges/", pledge?.id ?? "");
  records.set("/dashboard/admin/donations/", payment?.id ?? "");
  const [thing] = await backend.services.db
    .insert(giftsInKind)
    .values({ receivedOn: "2026-11-01", category: "clothing", description: "Un brouillon", name: "Un brouillon", locale: "fr" })
    .returning();
  records.set("/dashboard/admin/donations/in-kind/", thing?.id ?? "");
  records.set("/dashboard/admin/donations/cheques/", slip?.id ?? "");
  const receipt = await addReceipt(backend);
  for (const path of ["/dashboard/admin/fiscal-receipts/", "/dashboard/donator/fiscal-receipts/", "/donations/receipts/"])
    records.set(path, receipt);
  const statement = { fileName: "releve.csv", format: "table", firstDay: "2026-11-01", lastDay: "2026-11-01" } as const;
  const [imported] = await backend.services.db
    .insert(statements)
    .values({ ...statement, known: 1, debits: 1, reversed: 1, unbooked: 1 })
    .returning();
  const ofStatement = { statementId: imported?.id ?? "", day: "2026-11-01", amountCents: 2000, text: promised.reference } as const;
  const waiting = { state: "waiting", doubt: "other_amount", name: "Un brouillon" } as const;
  await backend.services.db.insert(statementLines).values([
    { ...ofStatement, ...waiting, place: 2, fingerprint: "one" },
    { ...ofStatement, place: 3, fingerprint: "two", state: "ignored", reason: "Une subvention" },
  ]);
  records.set("/dashboard/admin/donations/statements/", imported?.id ?? "");
  const plan = {
    name: { fr: "Un brouillon" },
    roles: ["ADMIN"],
    period: "rolling_12m",
    priceCents: 1500,
    validFrom: "2026-01-01",
  } as const;
  const [offered] = await backend.services.db
    .insert(membershipPlans)
    .values({ ...plan, roles: [...plan.roles] })
    .returning();
  const [membership] = await backend.services.db
    .insert(memberships)
    .values({ userId: authorId, planId: offered?.id ?? "", startDate: "2026-01-01", endDate: "2029-12-31", number: "MEM-2026-999999" })
    .returning();
  records.set("/dashboard/admin/memberships/plans/", offered?.id ?? "");
  const figures = { members: 1, present: 0, represented: 0, waiting: 0 };
  const closed = { state: "closed", openedAt: new Date("2026-01-16T10:00:00Z"), closedAt: new Date("2026-01-16T11:00:00Z") } as const;
  const [assembly] = await backend.services.db
    .insert(assemblies)
    .values({ title: { fr: "Un brouillon" }, day: "2026-01-16", place: "Un brouillon", maxProxies: 2, ...closed, ...figures })
    .returning();
  records.set("/dashboard/admin/memberships/assemblies/", assembly?.id ?? "");
  for (const path of ["/dashboard/admin/memberships/", "/account/membership/"]) records.set(path, membership?.id ?? "");
  records.set("/donate/", promised.reference);
  records.set("/donations/manage/", promised.reference);
  records.set("/dashboard/admin/pages/", "story");
  const [criteria] = await backend.services.db.select({ id: criteriaVersions.id }).from(criteriaVersions);
  records.set("/dashboard/admin/criteria/", criteria?.id ?? "");
  for (const [path, id] of await addPeople(backend, admin)) records.set(path, id);
  const invitation = await backend.request("/api/admin/registration-links", {
    method: "POST",
    cookie: admin,
    json: { label: "Un brouillon", role: "VOLUNTEER" },
  });
  records.set("/dashboard/admin/registration-links/", ((await invitation.json()) as { id: string }).id);
  await addLawRecords(backend, records, authorId);
  const fileId = await addRecordFile(backend, admin);
  records.set("/dashboard/admin/files/", fileId);
  for (const name of contentNames) {
    const { id } = await addContent(backend, name, admin, name === "press" ? { kind: "release", body: { fr: "Texte." }, fileId } : {});
    records.set(`/dashboard/admin/${name}/`, id);
  }
  // What has a page of its own outside the back-office is on line.
  const shown = contentNames.filter((name) => `/${name}/{id}` in policies).map((name) => [`/${name}/`, name] as const);
  for (const [path, name] of [...shown, ["/team/", "sectors"] as const]) {
    const api = await contentSubjects[name].api();
    const id = records.get(`/dashboard/admin/${name}/`) ?? "";
    await backend.request(api.setStatus.path.replace(":id", id), { method: "POST", cookie: admin, json: { status: "published" } });
    records.set(path, id);
  }
  records.set("/dashboard/events/", records.get("/events/") ?? "");
  const applied = { name: "Un brouillon", email: "lou@example.org", locale: "fr", message: "Texte.", dedupeKey: "one" } as const;
  const jobId = records.get("/dashboard/admin/jobs/") ?? "";
  const [application] = await backend.services.db
    .insert(applications)
    .values({ ...applied, jobId, consentedAt: new Date() })
    .returning();
  for (const path of ["/dashboard/admin/jobs/applications/", "/jobs/applied/"]) records.set(path, application?.id ?? "");
  const testimonial = {
    initials: "Un brouillon",
    speaker: { fr: "Texte." },
    quote: { fr: "Texte." },
    review: "submitted",
    locale: "fr",
  } as const;
  const [sent] = await backend.services.db
    .insert(testimonials)
    .values({ ...testimonial, email: "lou@example.org", agreement: 1, tokenHash: "one", dedupeKey: "one" })
    .returning();
  records.set("/dashboard/admin/testimonials/sent/", sent?.id ?? "");
  // A preview is of a template, not of a mail.
  records.set("/dashboard/admin/mails/{id}/html", "email_verification");
  records.set("/dashboard/admin/organisation/", "identity");
  const requested = { kind: "/api/admin/press/bulk", query: { action: "archived" }, requestId: "one", total: 0, createdAt: new Date() };
  const [task] = await backend.services.db
    .insert(tasks)
    .values({ ...requested, ownerId: authorId, state: "cancelled", finishedAt: new Date() })
    .returning();
  records.set("/account/tasks/", task?.id ?? "");
  const [drafted] = await backend.services.db
    .insert(campaigns)
    .values({
      ...{ topic: "association", title: { fr: "Un brouillon" }, sentence: { fr: "Texte." }, body: { fr: "Texte." }, label: { fr: "" } },
      ...{ roles: ["VOLUNTEER"], sectorIds: [], channels: ["inbox"], createdBy: authorId, updatedBy: authorId },
    })
    .returning();
  records.set("/dashboard/admin/notifications/", drafted?.id ?? "");
  for (const [path, id] of await addOwnHours(backend, authorId)) records.set(path, id);
  const given = await addExpenseReceipt(backend, authorId);
  records.set("/dashboard/admin/expense-claims/", given.claim);
  records.set("/dashboard/expenses/receipts/", given.receipt);
  const closest = [...records].sort(([a], [b]) => b.length - a.length);
  const idFor = (path: string) => closest.find(([start]) => path.startsWith(start))?.[1] ?? "inconnu";
  return (path: string, prefix: string) => (prefix + path.replace("{id}", idFor(path))).replace(/(?<=.)\/$/, "");
}

/** Hours of a person, and the certificate of others. */
async function addOwnHours({ services: { db, clock } }: Site["backend"], userId: string): Promise<[string, string][]> {
  const about = { userId, date: "2026-11-01", minutes: 60, activity: "other", level: "field", source: "self" } as const;
  const [entry] = await db
    .insert(volunteerHours)
    .values({ ...about, status: "submitted", description: "Un brouillon" })
    .returning();
  const printed = { number: "ATT-2026-999999", holderName: "Un brouillon", checkCode: "00000000000A", lines: [], totalMinutes: 60 };
  const [certificate] = await db
    .insert(volunteerCertificates)
    .values({ ...printed, userId, periodFrom: "2026-01-01", periodTo: "2026-11-01", createdAt: clock() })
    .returning();
  return [
    ["/dashboard/volunteer-hours/", entry?.id ?? ""],
    ["/dashboard/volunteer-hours/certificates/", certificate?.id ?? ""],
    ["/certificates/", "00000000000A"],
  ];
}

/** A request about data, a document, a legal text and a mail. */
async function addLawRecords({ services: { db, clock } }: Site["backend"], records: Map<string, string>, userId: string) {
  const document = { kind: "IDENTITY", visibility: "owner", storageKey: "none", mime: "application/pdf", bytes: 1, sha256: "" } as const;
  const text = { key: "draft", documentVersion: 1, title: { fr: "Un brouillon" }, body: { fr: "Texte." }, appliesTo: [] };
  const mail = { topic: "session_revoked", recipient: "a@maillon.example", subject: "Un brouillon", text: "", html: "", dedupeKey: "one" };
  const rows = {
    "/dashboard/admin/privacy/": db
      .insert(dataRequests)
      .values({ email: "Un brouillon", kind: "erase", receivedAt: clock(), dueAt: clock() }),
    "/gdpr/requests/": db.insert(dataRequests).values({ email: "lou@example.org", kind: "erase", receivedAt: clock(), dueAt: clock() }),
    "/dashboard/admin/documents/texts/": db.insert(legalDocuments).values(text),
    "/dashboard/admin/documents/": db.insert(documents).values({ ...document, ownerId: userId, verification: "pending" }),
    "/dashboard/admin/notifications/subscribers/": db
      .insert(newsletterSubscribers)
      .values({ email: "Un brouillon", locale: "fr", textVersion: 1, requestedAt: clock(), confirmedAt: clock() }),
    "/dashboard/admin/mails/": db.insert(outgoingMails).values(mail),
  };
  for (const [prefix, insert] of Object.entries(rows)) {
    const [row] = (await insert.returning()) as { id: string }[];
    records.set(prefix, row?.id ?? "");
  }
}
