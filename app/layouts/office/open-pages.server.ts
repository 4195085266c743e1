import { decide } from "#contract/accounts/access";
import type { CurrentUser } from "#contract/accounts/current-user";
import { policies } from "~/access/policies";
import type { PagePath } from "~/pages";
import { officeGroups } from "./navigation";

/** The targets of the navigation, of the person's own menu and of tabs above lists that they may open. The access table itself never reaches the browser. */
export function openPages(user: CurrentUser): PagePath[] {
  const targets: PagePath[] = [
    "/account/settings",
    "/dashboard/admin/documents/texts",
    "/dashboard/admin/testimonials/sent",
    ...officeGroups.flatMap(({ links }) => links.map(({ to }) => to)),
  ];
  return targets.filter((to) => decide(user, policies[to]) === null);
}
