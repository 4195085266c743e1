import type { ParseKeys } from "i18next";
import {
  Archive,
  Blocks,
  Briefcase,
  Cake,
  CircleHelp,
  Contact,
  CreditCard,
  FileText,
  Flag,
  Folder,
  Handshake,
  History,
  type IconNode,
  KeyRound,
  Landmark,
  LetterText,
  LifeBuoy,
  Link2,
  MailOpen,
  MapPinned,
  Megaphone,
  MessageCircle,
  MessageCircleHeart,
  NotebookPen,
  PenLine,
  Quote,
  Scale,
  ScanLine,
  ScrollText,
  Send,
  ShieldCheck,
  Tags,
  Timer,
  Zap,
} from "lucide";
import type { QueueName } from "#contract/charity/queue-lists";
import type { PagePath } from "~/pages";

export const toolFamilies = ["people", "field", "site", "writing", "control"] as const;
export type ToolFamily = (typeof toolFamilies)[number];

/** The texts of a tool are `tool.<name>` and `toolAbout.<name>` of the namespace `dashboard`, those of content in the file of its subject. */
export type ToolName = keyof typeof toolPages;
type Texts = `tool.${ToolName}` & ParseKeys<"dashboard">;
type Tool = { name: ToolName; label: Texts; to: PagePath; icon: IconNode; family: ToolFamily; queue?: QueueName };

type Page = { to: PagePath; icon: IconNode; family: ToolFamily; queue?: QueueName };

/** Pages of the back-office that the navigation does not name: they are used from time to time. */
const toolPages = {
  links: { to: "/dashboard/admin/registration-links", icon: Link2, family: "people" },
  criteria: { to: "/dashboard/admin/criteria", icon: Scale, family: "people" },
  tracking: { to: "/dashboard/admin/tracking", icon: NotebookPen, family: "people", queue: "followUp" },
  birthdays: { to: "/dashboard/admin/birthdays", icon: Cake, family: "people" },
  portraits: { to: "/dashboard/admin/portraits", icon: Contact, family: "people" },
  projects: { to: "/dashboard/admin/projects", icon: Folder, family: "field" },
  scan: { to: "/dashboard/admin/events/scan", icon: ScanLine, family: "field" },
  myTracking: { to: "/dashboard/my-tracking", icon: History, family: "people" },
  mySectors: { to: "/dashboard/my-sectors", icon: MapPinned, family: "field" },
  organisation: { to: "/dashboard/admin/organisation", icon: Landmark, family: "site" },
  press: { to: "/dashboard/admin/press", icon: Quote, family: "site" },
  partners: { to: "/dashboard/admin/partners", icon: Handshake, family: "site" },
  testimonials: { to: "/dashboard/admin/testimonials", icon: MessageCircle, family: "site" },
  sentTestimonials: { to: "/dashboard/admin/testimonials/sent", icon: MessageCircleHeart, family: "site", queue: "testimonials" },
  jobs: { to: "/dashboard/admin/jobs", icon: Briefcase, family: "site" },
  faq: { to: "/dashboard/admin/faq/questions", icon: CircleHelp, family: "site" },
  faqCategories: { to: "/dashboard/admin/faq/categories", icon: Tags, family: "site" },
  support: { to: "/dashboard/admin/further-support", icon: LifeBuoy, family: "site" },
  supportCategories: { to: "/dashboard/admin/further-support/categories", icon: Tags, family: "site" },
  pages: { to: "/dashboard/admin/pages", icon: LetterText, family: "site" },
  texts: { to: "/dashboard/admin/documents/texts", icon: FileText, family: "site" },
  write: { to: "/dashboard/admin/news/create", icon: PenLine, family: "writing" },
  themes: { to: "/dashboard/admin/news/themes", icon: Tags, family: "writing" },
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
  countries: { to: "/dashboard/admin/countries", icon: Flag, family: "control" },
  shortcuts: { to: "/dashboard/admin/shortcuts", icon: Zap, family: "control" },
} as const satisfies Record<string, Page>;

export const tools: Tool[] = Object.entries(toolPages as Record<ToolName, Page>).map(([name, page]) => ({
  ...page,
  name: name as ToolName,
  label: `tool.${name}` as Texts,
}));
