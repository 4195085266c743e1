import { projectStages } from "#contract/projects";
import { contentSubject } from "../subject";

export const projects = contentSubject({
  api: () => import("#contract/projects").then(({ projectsApi }) => projectsApi.admin),
  fields: [
    { name: "name", kind: "line", localized: true },
    { name: "body", kind: "markdown", localized: true },
    { name: "stage", kind: "choice", values: projectStages },
    { name: "sectorId", kind: "reference", of: "sectors" },
    { name: "startsOn", kind: "date" },
    { name: "endsOn", kind: "date" },
    { name: "budgetEuros", kind: "number" },
  ],
  columns: ["name", "stage", "sectorId", "startsOn", "endsOn"],
  filters: ["stage"],
  drawing: "coin",
});
