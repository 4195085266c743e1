import type { Access } from "#contract/accounts/access";
import { type Page, type PagePath, pages } from "~/pages";
import { planned } from "~/planned-pages";

const served: readonly Page[] = Object.values(pages).flat();

/** Who may open which page: the specification's access table (sections 4 and 6) and our own pages, as `app/pages.ts` lists them. */
export const policies = {
  ...planned,
  ...Object.fromEntries(served.map(([path, , access]) => [path, access])),
} as Record<PagePath, Access>;
