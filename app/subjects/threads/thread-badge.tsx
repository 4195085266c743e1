import { Archive, Check, Clock, type IconNode } from "lucide";
import { Badge, type BadgeMeaning } from "~/ui/badge";

type Look = { meaning: BadgeMeaning; icon: IconNode };
const waiting: Look = { meaning: "warning", icon: Clock };
const looks: Record<string, Look> = { answered: { meaning: "success", icon: Check }, closed: { meaning: "plain", icon: Archive } };

/** The state of a thread, in the words of its subject. */
export function ThreadBadge({ status, children }: { status: string; children: string }) {
  return <Badge {...(looks[status] ?? waiting)}>{children}</Badge>;
}
