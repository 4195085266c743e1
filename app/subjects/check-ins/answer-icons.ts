import { CalendarX, Check, CircleHelp, Clock, Hourglass, type IconNode, LogIn, LogOut, RefreshCw, Replace, TriangleAlert, X } from "lucide";
import type { ScanAnswer } from "#contract/charity/check-ins";

/** The icon of each answer, so that its colour is never the only sign. */
export const answerIcons: Record<ScanAnswer, IconNode> = {
  ok: Check,
  left: LogOut,
  already: Clock,
  not_inside: LogIn,
  not_confirmed: Hourglass,
  cancelled: X,
  revoked: RefreshCw,
  wrong_event: Replace,
  too_early: Clock,
  too_late: Clock,
  event_cancelled: CalendarX,
  not_registered: X,
  expired: CalendarX,
  needs_attention: TriangleAlert,
  unknown: CircleHelp,
};
