import { Briefcase } from "lucide";
import { jobKinds } from "#contract/charity/jobs";
import { ApplicationsPanel } from "~/subjects/jobs/applications-panel";
import { contentPanel, contentSubject } from "./subject";

export const jobs = contentSubject({
  api: () => import("#contract/charity/jobs").then(({ jobsApi }) => jobsApi.admin),
  tool: { name: "jobs", icon: Briefcase, family: "site" },
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "summary", kind: "text", localized: true, hint: true },
    { name: "body", kind: "markdown", localized: true },
    { name: "place", kind: "line", localized: true, hint: true },
    { name: "contract", kind: "line", localized: true, width: "middle" },
    { name: "salary", kind: "line", localized: true, hint: true },
    { name: "kind", kind: "choice", values: jobKinds },
    { name: "hours", kind: "number" },
    { name: "opensOn", kind: "date" },
    { name: "closesOn", kind: "date", hint: true },
  ],
  groups: [
    { name: "what", fields: ["title", "kind", "summary", "body"] },
    { name: "terms", fields: ["place", "contract", "hours", "salary"] },
    { name: "dates", fields: ["opensOn", "closesOn"] },
  ],
  columns: ["title", "kind", "place", "closesOn"],
  filters: ["kind", "closesOn"],
  publicPage: "/jobs",
  drawing: "bike",
  panels: [
    contentPanel("besideForm", {
      async load({ context: { api } }, record) {
        const { applicationsApi } = await import("#contract/charity/applications");
        const id = record?.id ?? "";
        const count = async (status?: "received") => {
          const query = applicationsApi.Query.parse({ jobId: id, status, perPage: 1 });
          return (await api.call(applicationsApi.list, { query })).total;
        };
        const [all, waiting] = await Promise.all([count(), count("received")]);
        return { id, all, waiting };
      },
      Panel: ApplicationsPanel,
    }),
  ],
});
