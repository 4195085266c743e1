import { jobKinds } from "#contract/jobs";
import { contentSubject } from "../subject";

export const jobs = contentSubject({
  api: () => import("#contract/jobs").then(({ jobsApi }) => jobsApi.admin),
  fields: [
    { name: "title", kind: "line", localized: true },
    { name: "summary", kind: "text", localized: true, hint: true },
    { name: "body", kind: "markdown", localized: true },
    { name: "place", kind: "line", localized: true, hint: true },
    { name: "contract", kind: "line", localized: true },
    { name: "salary", kind: "line", localized: true, hint: true },
    { name: "kind", kind: "choice", values: jobKinds },
    { name: "hours", kind: "number" },
    { name: "opensOn", kind: "date" },
    { name: "closesOn", kind: "date", hint: true },
  ],
  columns: ["title", "kind", "place", "opensOn", "closesOn"],
  filters: ["kind"],
  publicPage: "/jobs",
  drawing: "bike",
});
