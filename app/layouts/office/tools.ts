import type { ParseKeys } from "i18next";
import {
  Archive,
  Blocks,
  Cake,
  CreditCard,
  FileText,
  History,
  type IconNode,
  KeyRound,
  Landmark,
  LetterText,
  Link2,
  MailOpen,
  MapPinned,
  Megaphone,
  MessageCircleHeart,
  NotebookPen,
  PenLine,
  Scale,
  ScanLine,
  ScrollText,
  Send,
  ShieldCheck,
  Timer,
} from "lucide";
import type { QueueName } from "#contract/charity/queue-lists";
import type { PagePath } from "~/pages";

export const toolFamilies = ["people", "field", "site", "writing", "control"] as const;
export type ToolFamily = (typeof toolFamilies)[number];

/** The texts of a tool are `tool.<name>` and `toolAbout.<name>` of the namespace `dashboard`, which the file of a subject may have. */
export type ToolName = Named<ParseKeys<"dashboard">>;
type Named<Key> = Key extends `tool.${infer Name}` ? Name : never;

export type Tool = { name: ToolName; to: PagePath; icon: IconNode; family: ToolFamily; queue?: QueueName };

/**
 * Pages of the back-office that the navigation does not name: they are used from time to time. Content has its link in its own description
 * (`tool` in `app/content/subjects/`).
 */
const toolPages: { [Name in ToolName]?: Omit<Tool, "name"> } = {
  links: { to: "/dashboard/admin/registration-links", icon: Link2, family: "people" },
  criteria: { to: "/dashboard/admin/criteria", icon: Scale, family: "people" },
  tracking: { to: "/dashboard/admin/tracking", icon: NotebookPen, family: "people", queue: "followUp" },
  birthdays: { to: "/dashboard/admin/birthdays", icon: Cake, family: "people" },
  scan: { to: "/dashboard/admin/events/scan", icon: ScanLine, family: "field" },
  myTracking: { to: "/dashboard/my-tracking", icon: History, family: "people" },
  mySectors: { to: "/dashboard/my-sectors", icon: MapPinned, family: "field" },
  organisation: { to: "/dashboard/admin/organisation", icon: Landmark, family: "site" },
  sentTestimonials: { to: "/dashboard/admin/testimonials/sent", icon: MessageCircleHeart, family: "site", queue: "testimonials" },
  pages: { to: "/dashboard/admin/pages", icon: LetterText, family: "site" },
  texts: { to: "/dashboard/admin/documents/texts", icon: FileText, family: "site" },
  write: { to: "/dashboard/admin/news/create", icon: PenLine, family: "writing" },
  templates: { to: "/dashboard/admin/mails/templates", icon: MailOpen, family: "writing" },
  notifications: { to: "/dashboard/admin/notifications", icon: Megaphone, family: "writing" },
  cards: { to: "/dashboard/admin/stripe-manage", icon: CreditCard, family: "control" },
  mails: { to: "/dashboard/admin/mails", icon: Send, family: "writing" },
  permissions: { to: "/dashboard/admin/permissions", icon: KeyRound, family: "control" },
  audit: { to: "/dashboard/admin/audit-log", icon: ScrollText, family: "control" },
  privacy: { to: "/dashboard/admin/privacy", icon: ShieldCheck, family: "control", queue: "privacy" },
  retention: { to: "/dashboard/admin/privacy/retention", icon: Timer, family: "control" },
  oauth: { to: "/dashboard/admin/oauth-clients", icon: Blocks, family: "control" },
  cache: { to: "/dashboard/admin/cache-metrics", icon: Archive, family: "control" },
};

export const tools: Tool[] = Object.entries<Omit<Tool, "name">>(toolPages).map(([name, page]) => ({ ...page, name: name as ToolName }));
