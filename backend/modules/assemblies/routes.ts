import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { assembliesApi, ownAssembliesApi } from "#contract/charity/assemblies";
import { attend, withdraw } from "./attending.ts";
import { addResolution, changeAssembly, countVotes, createAssembly, moveAssembly, removeResolution } from "./leading.ts";
import { ownAssemblies } from "./own.ts";
import { getAssembly, listAssemblies, listMembers } from "./queries.ts";

export const assemblyRoutes: ServedEndpoint[] = [
  on(ownAssembliesApi.list, ({ db, clock, actor }) => ownAssemblies(db, clock(), actor.id)),
  on(assembliesApi.list, ({ db }) => listAssemblies(db)),
  on(assembliesApi.create, (call) => createAssembly(call, call.actor, call.body)),
  on(assembliesApi.get, ({ db, params }) => getAssembly(db, params.id)),
  on(assembliesApi.change, (call) => changeAssembly(call, call.actor, call.params.id, call.body)),
  on(assembliesApi.move, (call) => moveAssembly(call, call.actor, call.params.id, call.body.state)),
  on(assembliesApi.members, ({ db, params, query }) => listMembers(db, params.id, query)),
  on(assembliesApi.present, (call) => attend(call, call.actor, call.params.id, call.body)),
  on(assembliesApi.proxy, (call) => attend(call, call.actor, call.params.id, call.body)),
  on(assembliesApi.withdraw, (call) => withdraw(call, call.actor, call.params.id, call.body)),
  on(assembliesApi.addResolution, (call) => addResolution(call, call.actor, call.params.id, call.body)),
  on(assembliesApi.count, (call) => countVotes(call, call.actor, call.params, call.body)),
  on(assembliesApi.removeResolution, async (call) => {
    await removeResolution(call, call.actor, call.params);
    return done;
  }),
];
