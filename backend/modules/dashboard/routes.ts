import { on } from "#backend/http/routes";
import { dashboardApi } from "#contract/dashboard";
import { franceDay } from "#contract/france-time";
import { describeDashboard, publicFigures } from "./overview.ts";

export const dashboardRoutes = [
  on(dashboardApi.get, ({ db, actor, locale, clock }) => describeDashboard(db, actor, locale, { now: clock(), today: franceDay(clock()) })),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
