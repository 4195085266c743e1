import { Archive, Check, Clock, type IconNode } from "lucide";
import { Badge, type BadgeMeaning } from "~/ui/badge";

type BadgeVariant = { meaning: BadgeMeaning; icon: IconNode };
const waiting: BadgeVariant = { meaning: "warning", icon: Clock };
const badges: Record<string, BadgeVariant> = { answered: { meaning: "success", icon: Check }, closed: { meaning: "plain", icon: Archive } };

/** The state of a thread, with the labels of its subject. */
export function ThreadBadge({ status, children }: { status: string; children: string }) {
  return <Badge {...(badges[status] ?? waiting)}>{children}</Badge>;
}
