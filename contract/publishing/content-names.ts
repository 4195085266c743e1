/** The subjects of content whose back-office pages are made of the same parts, by the path of their list under `/dashboard/admin`. */
export const contentNames = [
  "partners",
  "press",
  "testimonials",
  "jobs",
  "faq/questions",
  "faq/categories",
  "further-support",
  "further-support/categories",
  "sectors",
  "portraits",
  "events",
  "projects",
  "shortcuts",
  "countries",
] as const;
export type ContentName = (typeof contentNames)[number];

/** What stands under the list of each subject. */
export const contentPages = ["create", "bulk", "set", "{id}/edit", "import", "export.csv", "export.xlsx"] as const;

export type ContentPath = `/dashboard/admin/${ContentName}/${(typeof contentPages)[number]}`;
