import { done, on } from "#backend/http/routes";
import { oauthClientsApi } from "#contract/accounts/oauth-clients";
import { createClient, getClient, listClients, rotateSecret, setClientStatus, updateClient } from "./managing.ts";

export const oauthClientRoutes = [
  on(oauthClientsApi.list, ({ db, query }) => listClients(db, query)),
  on(oauthClientsApi.create, (call) => createClient(call, call.actor, call.body)),
  on(oauthClientsApi.get, ({ db, params }) => getClient(db, params.id)),
  on(oauthClientsApi.update, (call) => updateClient(call, call.actor, call.params.id, call.body)),
  on(oauthClientsApi.rotate, (call) => rotateSecret(call, call.actor, call.params.id)),
  on(oauthClientsApi.setStatus, async (call) => {
    await setClientStatus(call, call.actor, call.params.id, call.body.status);
    return done;
  }),
];
