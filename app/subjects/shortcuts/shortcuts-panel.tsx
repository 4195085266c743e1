import {
  Bike,
  BookOpen,
  CalendarDays,
  Clock,
  ExternalLink,
  type IconNode,
  LifeBuoy,
  Link2,
  MessageCircle,
  Phone,
  ShoppingBag,
  Users,
} from "lucide";
import { useTranslation } from "react-i18next";
import { isLocalPath } from "#contract/formats/urls";
import type { Shortcut } from "#contract/publishing/shortcuts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { OutsideLink } from "~/ui/outside-link";
import { Panel } from "~/ui/panel";

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

type Props = { title: string; shortcuts: Shortcut[]; noteOf?: (shortcut: Shortcut) => string | undefined };

/** The shortcuts for people of this role. */
export function ShortcutsPanel({ title, shortcuts, noteOf }: Props) {
  const { t } = useTranslation();
  if (shortcuts.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {shortcuts.map((shortcut) => {
          const { id, label, icon, target, openNew } = shortcut;
          const apart = openNew || !isLocalPath(target);
          const note = noteOf?.(shortcut);
          const content = (
            <>
              <Icon of={icons[icon]} />
              <span>
                <LocalizedText of={label} />
                {note && <span className="muted inline-block w-full font-normal text-sm">{note}</span>}
              </span>
              {apart && (
                <>
                  <Icon of={ExternalLink} className="size-4" />
                  <span className="sr-only">, {t("newTab")}</span>
                </>
              )}
            </>
          );
          const linkClass = "flex min-h-11 items-center gap-3 font-semibold";
          return (
            <li key={id}>
              {isLocalPath(target) ? (
                <Link to={target} className={linkClass} target={apart ? "_blank" : undefined}>
                  {content}
                </Link>
              ) : (
                <OutsideLink href={target} className={linkClass}>
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
