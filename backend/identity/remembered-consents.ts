import { and, eq, inArray, sql } from "drizzle-orm";
import type { Provider } from "oidc-provider";
import type { Db } from "#backend/db/client";
import { oauthClients } from "#backend/modules/oauth-clients/tables";
import { applicationConsents, oidcRecords } from "./tables.ts";

type Consent = { userId: string; clientId: string };

const ofPerson = ({ userId, clientId }: Consent) => and(eq(applicationConsents.userId, userId), eq(applicationConsents.clientId, clientId));

/** Stores which scopes a person granted to an application, so that they consent once, on any device. */
export async function rememberConsent(db: Db, consent: Consent, scopes: string[], now: Date) {
  await db
    .insert(applicationConsents)
    .values({ ...consent, scopes, agreedAt: now })
    .onConflictDoUpdate({
      target: [applicationConsents.userId, applicationConsents.clientId],
      set: { scopes: sql`array(select distinct unnest(${applicationConsents.scopes} || excluded.scopes))`, agreedAt: now },
    });
}

/** The provider's grant for what was agreed to earlier; nothing where nothing was. Scopes beyond it need a new consent. */
export async function rememberedGrant(db: Db, provider: Provider, consent: Consent) {
  const [agreed] = await db.select().from(applicationConsents).where(ofPerson(consent));
  if (!agreed) return undefined;
  const grant = new provider.Grant({ clientId: consent.clientId, accountId: consent.userId });
  grant.addOIDCScope(agreed.scopes.join(" "));
  await grant.save();
  return grant;
}

/** The applications that a person let know them, for their own settings. */
export async function consentsOf(db: Db, userId: string) {
  const rows = await db
    .select({ id: oauthClients.id, name: oauthClients.name, scopes: applicationConsents.scopes, agreedAt: applicationConsents.agreedAt })
    .from(applicationConsents)
    .innerJoin(oauthClients, eq(oauthClients.clientId, applicationConsents.clientId))
    .where(eq(applicationConsents.userId, userId))
    .orderBy(oauthClients.name)
    .limit(100);
  return rows.map(({ agreedAt, ...row }) => ({ ...row, agreedAt: agreedAt.toISOString() }));
}

/** Takes back what one application has of a person: the consent, and every token. */
export async function withdrawConsent(tx: Db, userId: string, applicationId: string): Promise<boolean> {
  const ofApplication = tx.select({ clientId: oauthClients.clientId }).from(oauthClients).where(eq(oauthClients.id, applicationId));
  const [gone] = await tx
    .delete(applicationConsents)
    .where(and(eq(applicationConsents.userId, userId), inArray(applicationConsents.clientId, ofApplication)))
    .returning();
  if (!gone) return false;
  const { payload } = oidcRecords;
  await tx.delete(oidcRecords).where(and(sql`${payload}->>'accountId' = ${userId}`, sql`${payload}->>'clientId' = ${gone.clientId}`));
  return true;
}
