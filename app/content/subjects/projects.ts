import { Folder } from "lucide";
import { projectStages } from "#contract/charity/projects";
import { ProjectFollow } from "~/subjects/projects/project-follow";
import { ProjectTabs } from "~/subjects/projects/project-tabs";
import { contentPanel, contentSubject, listTabs } from "./subject";

export const projects = contentSubject({
  api: () => import("#contract/charity/projects").then(({ projectsApi }) => projectsApi.admin),
  tool: { name: "projects", icon: Folder, family: "field" },
  fields: [
    { name: "name", kind: "line", localized: true },
    { name: "body", kind: "markdown", localized: true },
    { name: "stage", kind: "choice", values: projectStages },
    { name: "sectorIds", kind: "references", of: "sectors" },
    { name: "startsOn", kind: "date" },
    { name: "endsOn", kind: "date" },
    { name: "budgetEuros", kind: "number" },
  ],
  groups: [
    { name: "what", fields: ["name", "stage", "body", "sectorIds"] },
    { name: "planning", fields: ["startsOn", "endsOn", "budgetEuros"] },
  ],
  columns: ["name", "stage", "sectorIds", "startsOn", "endsOn"],
  filters: ["stage", "sectorIds", "startsOn"],
  drawing: "coin",
  panels: [
    listTabs(ProjectTabs),
    contentPanel("overForm", {
      async load({ context: { api } }, record) {
        const { projectsApi } = await import("#contract/charity/projects");
        const project = await api.call(projectsApi.follow, { params: { id: record?.id ?? "" } });
        return { ...project, submission: crypto.randomUUID() };
      },
      Panel: ProjectFollow,
    }),
  ],
});
