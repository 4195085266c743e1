import { contentRoutes } from "#backend/content/routes";
import { fieldRefusal } from "#backend/http/refusal";
import { sectors } from "#backend/modules/teams/tables";
import { projectsApi } from "#contract/projects";
import { projects } from "./tables.ts";

export const projectRoutes = contentRoutes(projectsApi.admin, {
  table: projects,
  entityType: "project",
  search: [projects.name],
  references: { sectorId: sectors.name },
  check: (_, { startsOn, endsOn }: typeof projects.$inferSelect) => {
    if (startsOn && endsOn && endsOn < startsOn) throw fieldRefusal("endsOn", "content:error.endsFirst");
  },
});
