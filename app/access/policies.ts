import type { Access } from "#contract/accounts/access";
import { type Page, type PagePath, pages } from "~/pages";
import { unbuiltRoutes } from "~/unbuilt-routes";

const served: readonly Page[] = Object.values(pages).flat();

/** Who may open which page: the specification's access table (sections 4 and 6) and our own pages, as `app/pages.ts` lists them; paths that are not built, too. */
export const policies = {
  ...unbuiltRoutes,
  ...Object.fromEntries(served.map(([path, , access]) => [path, access])),
} as Record<PagePath, Access>;
