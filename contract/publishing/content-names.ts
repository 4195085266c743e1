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
  "news/themes",
] as const;
export type ContentName = (typeof contentNames)[number];
