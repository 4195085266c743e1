import { on } from "#backend/http/routes";
import { accountApi } from "#contract/accounts/account";
import { currentUserApi } from "#contract/accounts/current-user";
import { franceDay } from "#contract/formats/france-time";
import { describeStanding } from "../../identity/account-state.ts";
import { describeCurrentUser } from "./current-user.ts";

export const currentUserRoutes = [
  on(currentUserApi.me, ({ db, actor, locale, clock }) => describeCurrentUser(db, actor, locale, franceDay(clock()))),
  on(accountApi.standing, (call) => describeStanding(call, call.actor)),
];
