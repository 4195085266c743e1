import { pages } from "../../app/pages";

/** The path of every list of the administration. */
export const officeLists: string[] = pages.office.flatMap(([path, file]) =>
  path.startsWith("/dashboard/admin/") && !path.includes("{") && /\/(list|sent-list|searches)\.tsx$/.test(file) ? [path] : [],
);
