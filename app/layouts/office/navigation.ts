import type { ParseKeys } from "i18next";
import { House, type IconNode, Newspaper, PenLine } from "lucide";
import { decide, type GateUser } from "#contract/access";
import { type ProtectedPath, policies } from "~/access/policies";

export type OfficeLink = { label: ParseKeys<"dashboard">; to: ProtectedPath; icon: IconNode };
export type OfficeGroup = { label?: ParseKeys<"dashboard">; links: OfficeLink[] };

/** The back-office's navigation. A link shows to those who may open its page, so it needs no list of roles. */
const groups: OfficeGroup[] = [
  { links: [{ label: "nav.home", to: "/dashboard", icon: House }] },
  {
    label: "nav.publish",
    links: [
      { label: "nav.articles", to: "/dashboard/admin/news", icon: Newspaper },
      { label: "nav.write", to: "/dashboard/admin/news/create", icon: PenLine },
    ],
  },
];

/** The links a person may follow, in their groups. */
export function navigationFor(user: GateUser): OfficeGroup[] {
  return groups
    .map((group) => ({ ...group, links: group.links.filter(({ to }) => decide(user, policies[to]) === null) }))
    .filter(({ links }) => links.length > 0);
}

/** The link that a page belongs to: the longest that the page's path begins with. */
export function currentLink(groups: OfficeGroup[], path: string): ProtectedPath | undefined {
  const links = groups.flatMap(({ links }) => links.map(({ to }) => to));
  const owners = links.filter((to) => path === to || path.startsWith(`${to}/`));
  return owners.sort((a, b) => b.length - a.length)[0];
}
