import { franceDay } from "#backend/db/france-time";
import { on } from "#backend/http/routes";
import { dashboardApi } from "#contract/dashboard";
import { describeDashboard, publicFigures } from "./overview.ts";

export const dashboardRoutes = [
  on(dashboardApi.get, ({ db, actor, locale, clock }) => describeDashboard(db, actor, locale, { now: clock(), today: franceDay(clock()) })),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
