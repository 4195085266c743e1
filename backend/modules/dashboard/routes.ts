import { on } from "#backend/http/routes";
import { dashboardApi } from "#contract/dashboard";
import { franceDay } from "#contract/france-time";
import { describeDashboard, publicFigures } from "./overview.ts";
import { unsaidOf } from "./unsaid.ts";

export const dashboardRoutes = [
  on(dashboardApi.get, async ({ db, actor, locale, clock, settings }) => ({
    ...(await describeDashboard(db, actor, locale, { now: clock(), today: franceDay(clock()) })),
    unsaid: actor.role === "ADMIN" ? await unsaidOf(db, settings) : null,
  })),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
