import {
  Bell,
  CalendarDays,
  Car,
  FileText,
  HandCoins,
  type IconNode,
  KeyRound,
  ListChecks,
  Mail,
  MessageCircle,
  Newspaper,
  UserCheck,
} from "lucide";

const byStart: [string, IconNode][] = [
  ["account_", UserCheck],
  ["annual_check", UserCheck],
  ["application_", Mail],
  ["article_", Newspaper],
  ["criteria_", FileText],
  ["data_request_", FileText],
  ["driver_", Car],
  ["email_", KeyRound],
  ["export_", FileText],
  ["message_", Mail],
  ["more_information", MessageCircle],
  ["paper_", FileText],
  ["password_", KeyRound],
  ["pledge_", HandCoins],
  ["retention_", CalendarDays],
  ["session_", KeyRound],
  ["task_", ListChecks],
  ["team_message", MessageCircle],
  ["text_to_sign", FileText],
];

/** The icon of a topic: what it is about. */
export const noticeIcon = (topic: string): IconNode => byStart.find(([start]) => topic.startsWith(start))?.[1] ?? Bell;
