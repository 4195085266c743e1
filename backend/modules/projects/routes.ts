import { contentRoutes } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal } from "#backend/refusal";
import { projectsApi } from "#contract/charity/projects";
import { boardOf, moveToStage } from "./board.ts";
import { addFigure, removeFigure } from "./figures.ts";
import { followedProject } from "./following.ts";
import { removeOwner, setOwner } from "./owners.ts";
import { projects } from "./tables.ts";

export const projectRoutes: ServedEndpoint[] = [
  ...contentRoutes(projectsApi.admin, {
    table: projects,
    entityType: "project",
    label: projects.name,
    references: { sectorIds: sectors.name },
    check: (_, { startsOn, endsOn }: typeof projects.$inferSelect) => {
      if (startsOn && endsOn && endsOn < startsOn) throw fieldRefusal("endsOn", "content:error.endsFirst");
    },
  }),

  on(projectsApi.board, ({ db, clock }) => boardOf(db, clock())),
  on(projectsApi.setStage, (call) => moveToStage(call, call.actor, call.params.id, call.body)),
  on(projectsApi.follow, ({ db, params, clock }) => followedProject(db, clock(), params.id)),
  on(projectsApi.setOwner, ({ db, actor, params, body }) => setOwner(db, actor, params.id, body.email)),
  on(projectsApi.removeOwner, ({ db, actor, params }) => removeOwner(db, actor, params.id)),
  on(projectsApi.addFigure, (call) => addFigure(call, call.actor, call.params.id, call.body)),
  on(projectsApi.removeFigure, ({ db, actor, params }) => removeFigure(db, actor, params)),
];
