import { BadgeCheck, CircleDot, FileSignature, type IconNode, MessageCircle, Users } from "lucide";
import type { TimelineFact } from "#contract/accounts/own-timeline";
import { CellText } from "~/lists/column";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";

/** By the kind of a fact; others have a dot. */
const icons: Record<string, IconNode> = { entry: MessageCircle, decision: BadgeCheck, signature: FileSignature, membership: Users };

export function FactList({ facts }: { facts: TimelineFact[] }) {
  return (
    <ol className="grid gap-4">
      {facts.map(({ id, kind, at, title, text }) => (
        <li key={id} className="flex items-start gap-3 border-b border-line pb-4 last:border-0 last:pb-0">
          <Icon of={icons[kind] ?? CircleDot} className="mt-1 size-5 shrink-0" />
          <div className="min-w-0">
            <p className="muted text-sm">
              <LocalDate value={at} style="weekday" />
            </p>
            <h3 className="font-semibold wrap-anywhere">
              <CellText text={title} />
            </h3>
            {text && <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
