import { asc, desc, gt, inArray, lte, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { BackendSettings } from "#backend/http/services";
import { type OrganisationPart, organisationParts, type StoredOrganisation } from "#contract/charity/organisation";
import { missingBeside } from "#contract/charity/organisation-facts";
import { franceDay } from "#contract/formats/france-time";
import { organisationSettings } from "./tables.ts";

/** The entity type of changes to these facts. */
export const organisationEntity = "organisation";

type Version = { part: OrganisationPart; validFrom: string; facts: Record<string, string | number | null> };

/** The versions in force on a day, from versions sorted by day and number. */
export function storedOn(day: string, versions: readonly Version[]): StoredOrganisation {
  const latest = (part: OrganisationPart) => versions.findLast((one) => one.part === part && one.validFrom <= day)?.facts ?? null;
  return Object.fromEntries(organisationParts.map((part) => [part, latest(part)])) as StoredOrganisation;
}

/** The facts in memory, for settings that are read synchronously. */
export type CurrentOrganisation = {
  /** The backend's settings, with the saved facts about the organisation. */
  settings: BackendSettings;
  /** The facts in force today, after any pending read. */
  stored(): Promise<StoredOrganisation>;
  /** Reads it again from the database. */
  reload(): Promise<void>;
};

/** Reads the saved facts, and returns settings that follow them. `given` holds those of the environment. */
export async function openOrganisation(db: Db, clock: () => Date, given: BackendSettings): Promise<CurrentOrganisation> {
  let versions: Version[] = [];
  let begun = 0;
  let applied = 0;
  let reading: Promise<void> = Promise.resolve();
  const read = async () => {
    begun += 1;
    const mine = begun;
    const found = await versionsIn(db, franceDay(clock()));
    // One that began later is more recent, whichever ends first.
    if (mine < applied) return;
    applied = mine;
    versions = found;
  };
  const reload = () => {
    reading = read();
    return reading;
  };
  await reload();
  const stored = () => storedOn(franceDay(clock()), versions);
  const settings: BackendSettings = {
    ...given,
    get organisation() {
      return stored().identity?.name ?? given.organisation;
    },
    get primaryColour() {
      return stored().identity?.primaryColour ?? given.primaryColour;
    },
    get logoId() {
      return stored().identity?.logoId ?? null;
    },
    get contactEmail() {
      const { contact } = stored();
      return contact ? (contact.email ?? null) : given.contactEmail;
    },
    get bank() {
      const { bank } = stored();
      if (!bank) return { ...given.bank, holder: given.bank.holder === given.organisation ? settings.organisation : given.bank.holder };
      return { holder: bank.holder ?? settings.organisation, iban: bank.iban ?? null, bic: bank.bic ?? null };
    },
    get postalAddress() {
      const { legal } = stored();
      return legal ? (legal.postalAddress ?? null) : given.postalAddress;
    },
    get missing() {
      return missingBeside(stored(), given.missing);
    },
  };
  return {
    settings,
    async stored() {
      await reading.catch(() => {});
      return stored();
    },
    reload,
  };
}

/** The facts in force, and coming ones: their day may come while the process runs. */
async function versionsIn(db: Db, today: string): Promise<Version[]> {
  const { id, part, number, validFrom, facts } = organisationSettings;
  const current = db
    .selectDistinctOn([part], { id })
    .from(organisationSettings)
    .where(lte(validFrom, today))
    .orderBy(part, desc(validFrom), desc(number));
  return db
    .select({ part, validFrom, facts })
    .from(organisationSettings)
    .where(or(gt(validFrom, today), inArray(id, current)))
    .orderBy(asc(validFrom), asc(number));
}
