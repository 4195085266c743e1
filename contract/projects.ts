import * as z from "zod";
import { calendarDay } from "./calendar-day.ts";
import { contentApi } from "./content.ts";
import { localizedField } from "./localized.ts";

export const projectStages = ["idea", "running", "done", "stopped"] as const;
const stage = z.enum(projectStages);

export const projectsApi = {
  admin: contentApi("/api/admin/projects", {
    draft: z.object({
      name: localizedField(z.string().trim().min(1).max(120), z.string().trim().max(120)),
      body: localizedField(z.string().trim().max(10_000).default(""), z.string().trim().max(10_000)),
      stage,
      sectorId: z.uuid().nullish(),
      startsOn: calendarDay().nullish(),
      endsOn: calendarDay().nullish(),
      budgetEuros: z.int32().min(0).max(10_000_000).nullish(),
    }),
    row: ["name", "stage", "sectorId", "startsOn", "endsOn"],
    filters: { stage: stage.optional().catch(undefined) },
    ordered: true,
  }),
};
