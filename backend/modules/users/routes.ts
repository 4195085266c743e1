import { franceDay } from "#backend/db/france-time";
import { on } from "#backend/http/routes";
import { currentUserApi } from "#contract/current-user";
import { describeCurrentUser } from "./current-user.ts";

export const currentUserRoutes = [
  on(currentUserApi.me, ({ db, actor, locale, clock }) => describeCurrentUser(db, actor, locale, franceDay(clock()))),
];
