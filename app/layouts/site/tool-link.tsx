import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import type { HeaderLink } from "./navigation";

/** A link of the header shown as an icon, with its label for screen readers. */
export function ToolLink({ link, rel }: { link: HeaderLink; rel?: string }) {
  const { t } = useTranslation();
  return (
    <Link to={link.target ?? "/"} rel={rel} aria-label={t(link.label)} data-search={link.click === "search" || undefined}>
      {link.icon && <Icon of={link.icon} />}
    </Link>
  );
}
