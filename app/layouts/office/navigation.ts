import type { ParseKeys } from "i18next";
import {
  Archive,
  Blocks,
  Briefcase,
  CalendarDays,
  CircleHelp,
  Contact,
  FileCheck,
  Flag,
  Folder,
  Gift,
  HandCoins,
  Handshake,
  HeartHandshake,
  House,
  type IconNode,
  Inbox,
  KeyRound,
  LetterText,
  LifeBuoy,
  Link2,
  Mail,
  MapPin,
  MessageCircle,
  MessagesSquare,
  Newspaper,
  PenLine,
  Quote,
  ScrollText,
  Send,
  ShieldCheck,
  Tags,
  Truck,
  UserCheck,
  Users,
  Zap,
} from "lucide";
import type { PagePath } from "~/pages";

export type OfficeLink = { label: ParseKeys<"dashboard">; to: PagePath; icon: IconNode };
export type OfficeGroup = { label?: ParseKeys<"dashboard">; links: OfficeLink[] };

/** The back-office's navigation. A link shows to those who may open its page, so it needs no list of roles. */
export const officeGroups: OfficeGroup[] = [
  { links: [{ label: "nav.home", to: "/dashboard", icon: House }] },
  {
    label: "nav.people",
    links: [
      { label: "nav.pending", to: "/dashboard/admin/users/pending-approval", icon: UserCheck },
      { label: "nav.volunteers", to: "/dashboard/admin/users/volunteers", icon: Users },
      { label: "nav.donators", to: "/dashboard/admin/users/donators", icon: Gift },
      { label: "nav.drivers", to: "/dashboard/admin/users/drivers", icon: Truck },
      { label: "nav.beneficiaries", to: "/dashboard/admin/users/beneficiaries", icon: HeartHandshake },
      { label: "nav.links", to: "/dashboard/admin/registration-links", icon: Link2 },
    ],
  },
  {
    label: "nav.publish",
    links: [
      { label: "nav.articles", to: "/dashboard/admin/news", icon: Newspaper },
      { label: "nav.write", to: "/dashboard/admin/news/create", icon: PenLine },
    ],
  },
  {
    label: "nav.site",
    links: [
      { label: "nav.press", to: "/dashboard/admin/press", icon: Quote },
      { label: "nav.partners", to: "/dashboard/admin/partners", icon: Handshake },
      { label: "nav.testimonials", to: "/dashboard/admin/testimonials", icon: MessageCircle },
      { label: "nav.jobs", to: "/dashboard/admin/jobs", icon: Briefcase },
      { label: "nav.applications", to: "/dashboard/admin/jobs/applications", icon: Inbox },
      { label: "nav.faq", to: "/dashboard/admin/faq/questions", icon: CircleHelp },
      { label: "nav.faqCategories", to: "/dashboard/admin/faq/categories", icon: Tags },
      { label: "nav.support", to: "/dashboard/admin/further-support", icon: LifeBuoy },
      { label: "nav.supportCategories", to: "/dashboard/admin/further-support/categories", icon: Tags },
    ],
  },
  {
    label: "nav.organisation",
    links: [
      { label: "nav.sectors", to: "/dashboard/admin/sectors", icon: MapPin },
      { label: "nav.portraits", to: "/dashboard/admin/portraits", icon: Contact },
      { label: "nav.events", to: "/dashboard/admin/events", icon: CalendarDays },
      { label: "nav.projects", to: "/dashboard/admin/projects", icon: Folder },
      { label: "nav.shortcuts", to: "/dashboard/admin/shortcuts", icon: Zap },
      { label: "nav.countries", to: "/dashboard/admin/countries", icon: Flag },
      { label: "nav.pages", to: "/dashboard/admin/pages", icon: LetterText },
    ],
  },
  {
    label: "nav.answer",
    links: [
      { label: "nav.chats", to: "/dashboard/admin/verification-chats", icon: MessagesSquare },
      { label: "nav.messages", to: "/dashboard/admin/messages", icon: Mail },
      { label: "nav.pledges", to: "/dashboard/admin/pledges", icon: HandCoins },
    ],
  },
  {
    label: "nav.manage",
    links: [
      { label: "nav.documents", to: "/dashboard/admin/documents", icon: FileCheck },
      { label: "nav.privacy", to: "/dashboard/admin/privacy", icon: ShieldCheck },
      { label: "nav.mails", to: "/dashboard/admin/mails", icon: Send },
    ],
  },
  {
    label: "nav.control",
    links: [
      { label: "nav.permissions", to: "/dashboard/admin/permissions", icon: KeyRound },
      { label: "nav.audit", to: "/dashboard/admin/audit-log", icon: ScrollText },
      { label: "nav.oauth", to: "/dashboard/admin/oauth-clients", icon: Blocks },
      { label: "nav.cache", to: "/dashboard/admin/cache-metrics", icon: Archive },
    ],
  },
];

/** The links to pages that are open, in their groups. */
export function navigationTo(open: readonly PagePath[]): OfficeGroup[] {
  return officeGroups
    .map((group) => ({ ...group, links: group.links.filter(({ to }) => open.includes(to)) }))
    .filter(({ links }) => links.length > 0);
}

/** The link that a page belongs to: the longest that the page's path begins with. The dashboard, which all begin with, has itself only. */
export function currentLink(groups: OfficeGroup[], path: string): PagePath | undefined {
  const links = groups.flatMap(({ links }) => links.map(({ to }) => to));
  const owners = links.filter((to) => path === to || (to !== "/dashboard" && path.startsWith(`${to}/`)));
  return owners.sort((a, b) => b.length - a.length)[0];
}
