import { and, desc, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { done, on } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import {
  type OrganisationPart,
  type OrganisationPartRecord,
  organisationApi,
  organisationForms,
  organisationParts,
} from "#contract/charity/organisation";
import { franceDay } from "#contract/formats/france-time";
import { maskedIban } from "#contract/giving/bank-codes";
import { organisationEntity } from "./current.ts";
import { requireSignature } from "./signature.ts";
import { organisationSettings } from "./tables.ts";

type Facts = Record<string, string | number | null>;

export const organisationRoutes = [
  on(organisationApi.current, async ({ organisation }) => {
    const { identity, legal, contact, profiles, tax } = await organisation.stored();
    return { identity, legal, contact, profiles, tax };
  }),
  on(organisationApi.list, async ({ db, clock, settings }) => {
    const history = await versionsOf(db);
    return { items: organisationParts.map((part) => recordOf(part, history, { settings, today: franceDay(clock()) })) };
  }),
  on(organisationApi.get, ({ db, clock, settings, params: { part } }) => readPart(db, part, { settings, today: franceDay(clock()) })),
  on(organisationApi.save, async ({ params: { part }, body, actor, ...services }) => {
    await savePart(services, actor, part, body);
    return done;
  }),
];

/** All facts of a part in the order of its form, null where one is missing: the database sorts the names in another way. */
const inOrder = (part: OrganisationPart, facts: Partial<Facts>): Facts =>
  Object.fromEntries(Object.keys(organisationForms[part].shape).map((name) => [name, facts[name] ?? null]));

type Draft = { facts: Record<string, unknown>; from?: string | null; version: number };

/** Adds a version of a part, as the form of the part has it; of two edits of the same version, the second is refused. */
export async function savePart(services: Services, actor: Pick<Actor, "id" | "requestId">, part: OrganisationPart, draft: Draft) {
  const { db, clock, settings } = services;
  const parsed = organisationForms[part].safeParse(draft.facts);
  if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
  const today = franceDay(clock());
  const validFrom = draft.from ?? today;
  // A law may count from a day that has passed.
  if (validFrom < today && part !== "tax") throw fieldRefusal("from", "organisation:error.past");
  const facts = Object.fromEntries(
    Object.entries(inOrder(part, parsed.data as Facts)).map(([name, value]) => [name, value === "" ? null : value]),
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`organisation ${part}`}))`);
    const before = await readPart(tx, part, { settings, today });
    if (before.version !== draft.version) throw new Refusal("stale", { current: before });
    const logoId = part === "identity" ? (facts.logoId as string | null) : null;
    const signatureId = part === "receipts" ? (facts.signatureId as string | null) : null;
    if (signatureId) {
      const former = before.facts as Facts;
      if (signatureId === former.signatureId && facts.signatory !== former.signatory)
        throw fieldRefusal("signatureId", "organisation:error.otherSignatory");
      await requireSignature(tx, signatureId);
    }
    await tx
      .insert(organisationSettings)
      .values({ part, number: before.version + 1, facts, logoId, signatureId, validFrom, createdAt: clock(), createdBy: actor.id });
    await recordChange(tx, actor, {
      action: "organisation.edit",
      entityType: organisationEntity,
      entityId: part,
      before: before.source === "stored" ? logged(before.facts) : {},
      after: { ...logged(facts), ...(validFrom !== today && { validFrom }) },
    });
  });
  await services.organisation.reload();
}

/** The log never has an account whole. */
const logged = (facts: Readonly<Facts>): Facts =>
  typeof facts.iban === "string" ? { ...facts, iban: maskedIban(facts.iban) } : { ...facts };

type About = { settings: BackendSettings; today: string };

async function readPart(db: Db, part: OrganisationPart, about: About): Promise<OrganisationPartRecord> {
  return recordOf(part, await versionsOf(db, part), about);
}

const longestHistory = 200;

async function versionsOf(db: Db, part?: OrganisationPart) {
  return db
    .select({ version: organisationSettings, by: fullNameIfAny(users) })
    .from(organisationSettings)
    .leftJoin(users, eq(users.id, organisationSettings.createdBy))
    .where(and(part ? eq(organisationSettings.part, part) : undefined))
    .orderBy(desc(organisationSettings.validFrom), desc(organisationSettings.number))
    .limit(longestHistory);
}

function recordOf(part: OrganisationPart, all: Awaited<ReturnType<typeof versionsOf>>, { settings, today }: About): OrganisationPartRecord {
  const history = all
    .filter(({ version }) => version.part === part)
    .map(({ version: { number, validFrom, createdAt, facts }, by }) => ({
      number,
      from: validFrom,
      at: createdAt.toISOString(),
      by,
      facts: inOrder(part, facts),
    }));
  const current = history.find(({ from }) => from <= today);
  return {
    part,
    source: current ? "stored" : "environment",
    facts: current?.facts ?? inOrder(part, settings.given?.[part] ?? {}),
    version: Math.max(0, ...history.map(({ number }) => number)),
    history,
  };
}
