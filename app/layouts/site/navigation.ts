import type { ParseKeys } from "i18next";
import { type IconNode, Search, UserRound } from "lucide";
import type { PagePath } from "~/pages";

type Label = ParseKeys<"common">;

/** A link of the public header (S3-026). Without script it leads to its target, whatever a click does. */
export type HeaderLink = {
  label: Label;
  description?: Label;
  icon?: IconNode;
  target?: PagePath;
  /** What a click does instead of leading to another page: it opens the search box, or the entry's own sub-list. */
  click?: "search" | "subList";
  children?: HeaderLink[];
};

/** The links of the header that are shown as icons. */
export const searchLink: HeaderLink = { label: "header.search", icon: Search, target: "/search", click: "search" };
export const accountLink: HeaderLink = { label: "header.account", icon: UserRound, target: "/register" };

/** The ten entries of the public header, in the specification's order. */
export const headerLinks: HeaderLink[] = [
  { label: "header.home", target: "/" },
  { label: "header.story", target: "/story" },
  {
    label: "header.actions",
    click: "subList",
    children: [
      { label: "header.delivraide", description: "header.delivraideHint", target: "/delivraide" },
      { label: "header.dressed", description: "header.dressedHint", target: "/dressed" },
      { label: "header.euro", description: "header.euroHint", target: "/euro-solidaire" },
    ],
  },
  { label: "header.partners", target: "/partners" },
  { label: "header.news", target: "/news" },
  { label: "header.press", target: "/press" },
  { label: "header.support", target: "/further-support" },
  { label: "header.jobs", target: "/jobs" },
  { label: "header.team", target: "/team" },
  { label: "header.donate", target: "/donate" },
];

export const footerLinks: { label: Label; target: PagePath }[][] = [
  [
    { label: "header.delivraide", target: "/delivraide" },
    { label: "header.dressed", target: "/dressed" },
    { label: "header.euro", target: "/euro-solidaire" },
    { label: "header.askForKit", target: "/register/beneficiary" },
    { label: "footer.findHelp", target: "/further-support" },
  ],
  [
    { label: "footer.story", target: "/story" },
    { label: "header.team", target: "/team" },
    { label: "header.press", target: "/press" },
    { label: "footer.contact", target: "/contact" },
  ],
  [
    { label: "header.donate", target: "/donate" },
    { label: "footer.manageDonations", target: "/donations/access" },
    { label: "footer.volunteer", target: "/register/volunteer" },
    { label: "footer.login", target: "/login" },
  ],
];

/** A path without its query, trailing slash or letter case, for comparing. */
export function normalPath(path: string): string {
  const [bare = ""] = path.toLowerCase().split(/[?#]/, 1);
  return bare.replace(/(?<!\/)\/+$/, "") || "/";
}

/**
 * Whether an entry is the current one on a path without language prefix: its page or a page below it, home on `/`
 * alone; `/donation…` belongs to donate and `/actions…` to our actions (S2-035 to S2-037).
 */
export function isCurrent(link: HeaderLink, path: string): boolean {
  const here = normalPath(path);
  if (link.children) return here.startsWith("/actions") || link.children.some((child) => isCurrent(child, here));
  if (link.target === "/") return here === "/";
  if (link.target === "/donate" && here.startsWith("/donation")) return true;
  return here === link.target || here.startsWith(`${link.target}/`);
}

/** The labels of the entries that are current on a path. */
export function currentLabels(path: string): Label[] {
  return [...headerLinks, ...headerLinks.flatMap(({ children = [] }) => children)]
    .filter((link) => isCurrent(link, path))
    .map(({ label }) => label);
}
