import { Breadcrumb } from "./breadcrumb";
import type { Examples } from "./examples";

const steps = [
  { label: "Tableau de bord", to: "/dashboard" },
  { label: "Articles", to: "/dashboard/admin/news" },
];

export const examples: Examples = {
  piece: "Breadcrumb",
  states: { "one page above": () => <Breadcrumb steps={steps.slice(0, 1)} />, "two pages above": () => <Breadcrumb steps={steps} /> },
};
