import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { BackendSettings } from "#backend/http/services";
import { furtherSupport } from "#backend/modules/further-support/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { beneficiaryFiles, criteriaVersions } from "#backend/modules/verification/tables";
import { type OpeningStep, openingSteps } from "#contract/accounts/setup";

/** The state of the steps in the database, as columns of one row: the dashboard reads it with its other figures. */
const written = {
  sector: sql<boolean>`exists (select 1 from ${sectors} where ${eq(sectors.status, "published")})`,
  terms: inForce("cgu"),
  privacy: inForce("gdpr"),
  charter: inForce("volunteer_charter"),
  // An installation with students' files to decide on uses the default criteria.
  criteria: sql<boolean>`exists (select 1 from ${criteriaVersions} where ${isNotNull(criteriaVersions.publishedBy)})
    or exists (select 1 from ${beneficiaryFiles})`,
  // The starting contents put the emergency numbers of the country on line: they are not the charity's directory.
  support: sql<boolean>`exists (select 1 from ${furtherSupport} where ${and(eq(furtherSupport.status, "published"), eq(furtherSupport.emergency, false))})`,
  secondAdministrator: sql<boolean>`(select count(*) from ${users} where ${eq(users.role, "ADMIN")} and ${eq(users.accountState, "validated")}) > 1`,
};

function inForce(key: string) {
  const current = and(eq(legalDocuments.key, key), isNotNull(legalDocuments.publishedAt), isNull(legalDocuments.retiredAt));
  return sql<boolean>`exists (select 1 from ${legalDocuments} where ${current})`;
}

/** The steps that are done, of those that a site needs before it opens. */
export async function stepsDone(db: Db, settings: BackendSettings): Promise<OpeningStep[]> {
  const [found] = await db.select(written).from(sql`(values (1)) as steps`);
  const missing = (...names: (typeof settings.missing)[number][]) => names.some((name) => settings.missing.includes(name));
  const done: Record<OpeningStep, boolean | undefined> = {
    organisation: !missing("ORGANISATION_NAME"),
    legal: !missing("LEGAL_FORM", "REGISTRATION_NUMBER", "POSTAL_ADDRESS"),
    bank: !missing("BANK_IBAN"),
    contact: !missing("CONTACT_EMAIL"),
    mailServer: !missing("SMTP_URL"),
    ...{ sector: false, terms: false, privacy: false, charter: false, criteria: false, support: false, secondAdministrator: false },
    ...found,
  };
  return openingSteps.filter((name) => done[name]);
}
