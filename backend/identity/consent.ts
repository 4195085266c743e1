import { eq } from "drizzle-orm";
import type { Provider } from "oidc-provider";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { oauthScopes } from "#contract/accounts/oauth-clients";
import { rememberConsent } from "./remembered-consents.ts";

/** What an application asks of the person who has just logged in to it. */
export async function describeConsent({ db }: Pick<Services, "db">, provider: Provider, id: string) {
  const { interaction, accountId, client } = await openConsent(provider, id);
  const [person] = await db.select().from(users).where(eq(users.id, accountId));
  if (!person) throw new Refusal("login_expired");
  const requested = String(interaction.params.scope ?? "").split(" ");
  return {
    clientName: client.clientName ?? client.clientId,
    origin: new URL(String(interaction.params.redirect_uri)).origin,
    person: `${person.firstName} ${person.lastName}`,
    scopes: oauthScopes.filter((scope) => requested.includes(scope)),
  };
}

/** Records what the person decided; answers where the flow goes on. */
export async function decideConsent(
  { db, clock }: Pick<Services, "db" | "clock">,
  provider: Provider,
  id: string,
  allow: boolean,
): Promise<string> {
  const { interaction, accountId, client } = await openConsent(provider, id);
  if (!allow) interaction.result = { error: "access_denied", error_description: "The person did not agree" };
  else {
    const grant =
      (interaction.grantId && (await provider.Grant.find(interaction.grantId))) ||
      new provider.Grant({ accountId, clientId: client.clientId });
    grant.addOIDCScope(String(interaction.params.scope ?? "openid"));
    interaction.result = { ...interaction.lastSubmission, consent: { grantId: await grant.save() } };
    const scopes = oauthScopes.filter((scope) => grant.getOIDCScope().split(" ").includes(scope));
    await rememberConsent(db, { userId: accountId, clientId: client.clientId }, scopes, clock());
  }
  await interaction.persist();
  return interaction.returnTo;
}

async function openConsent(provider: Provider, id: string) {
  const interaction = await provider.Interaction.find(id);
  const accountId = interaction?.session?.accountId;
  const client = interaction && (await provider.Client.find(String(interaction.params.client_id)));
  if (interaction?.prompt.name !== "consent" || !accountId || !client) throw new Refusal("login_expired");
  return { interaction, accountId, client };
}
