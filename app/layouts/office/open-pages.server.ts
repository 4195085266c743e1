import { redirectFor } from "#contract/accounts/access";
import type { CurrentUser } from "#contract/accounts/current-user";
import { contentNames } from "#contract/publishing/content-names";
import { policies } from "~/access/policies";
import type { PagePath } from "~/pages";
import { officeGroups } from "./navigation";
import { tools } from "./tools";

/** The targets of the navigation, of the tools, of the lists of content and of the person's own menu that they may open. The access table itself never reaches the browser. */
export function openPages(user: CurrentUser): PagePath[] {
  const targets: PagePath[] = [
    "/account/inbox",
    "/account/tasks",
    "/account/membership",
    "/account/settings",
    "/account/settings/profile",
    "/account/settings/needs",
    "/account/settings/shop",
    "/account/settings/volunteering",
    "/account/settings/driving",
    // The way back from a record that no tool leads to.
    "/dashboard/admin/notifications/subscribers",
    ...officeGroups.flatMap(({ entries }) => entries.flatMap(({ tabs }) => tabs.map(({ to }) => to))),
    ...tools.map(({ to }) => to),
    ...contentNames.map((name) => `/dashboard/admin/${name}` as const),
  ];
  return [...new Set(targets)].filter((to) => redirectFor(user, policies[to]) === null);
}
