import { Bike, BookOpen, CalendarDays, Clock, type IconNode, LifeBuoy, Link2, MessageCircle, Phone, ShoppingBag, Users } from "lucide";
import { isLocalPath } from "#contract/addresses";
import type { Shortcut } from "#contract/shortcuts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { OutsideLink } from "~/ui/outside-link";
import { Panel } from "~/ui/panel";
import { Words } from "~/ui/words";

const icons: Record<Shortcut["icon"], IconNode> = {
  bike: Bike,
  book: BookOpen,
  calendar: CalendarDays,
  chat: MessageCircle,
  clock: Clock,
  help: LifeBuoy,
  kit: ShoppingBag,
  link: Link2,
  people: Users,
  phone: Phone,
};

/** Ways that the administration put at hand for people of this role. */
export function ShortcutsPanel({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="grid gap-1">
        {shortcuts.map(({ id, label, icon, target }) => {
          const content = (
            <>
              <Icon of={icons[icon]} />
              <Words of={label} />
            </>
          );
          const look = "flex min-h-11 items-center gap-3 font-semibold";
          return (
            <li key={id}>
              {isLocalPath(target) ? (
                <Link to={target} className={look}>
                  {content}
                </Link>
              ) : (
                <OutsideLink href={target} className={look}>
                  {content}
                </OutsideLink>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
