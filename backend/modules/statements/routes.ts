import { on } from "#backend/http/routes";
import { statementsApi } from "#contract/giving/statements";
import { ignoreLine, recordDuesOfLine, recordLine, undoLine } from "./deciding.ts";
import { importStatement } from "./importing.ts";
import { countWaiting, getStatement, listStatements } from "./list.ts";

export const statementRoutes = [
  on(statementsApi.list, ({ db, query }) => listStatements(db, query)),
  on(statementsApi.waiting, ({ db }) => countWaiting(db)),
  on(statementsApi.get, ({ db, params, query }) => getStatement(db, params.id, query)),
  on(statementsApi.import, (call) => importStatement(call, call.actor, call.body)),
  on(statementsApi.give, (call) => recordLine(call, call.actor, call.params.id, call.body)),
  on(statementsApi.dues, (call) => recordDuesOfLine(call, call.actor, call.params.id, call.body)),
  on(statementsApi.ignore, (call) => ignoreLine(call, call.actor, call.params.id, call.body)),
  on(statementsApi.undo, (call) => undoLine(call, call.actor, call.params.id, call.translate(call.locale, "payments:line.undone"))),
];
