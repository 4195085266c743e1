import { on } from "#backend/http/routes";
import { dashboardApi } from "#contract/dashboard";
import { franceDay } from "#contract/france-time";
import { describeDashboard, publicFigures } from "./overview.ts";

export const dashboardRoutes = [
  on(dashboardApi.get, async ({ db, actor, locale, clock, settings }) => {
    const { hasHistory, ...dashboard } = await describeDashboard(db, actor, locale, { now: clock(), today: franceDay(clock()) });
    // What visitors do not read because nobody has said it: settings that are missing, and a history without a date.
    return { ...dashboard, unsaid: hasHistory === null ? null : { settings: [...settings.missing], history: hasHistory } };
  }),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
