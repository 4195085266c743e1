import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PagePath } from "~/pages";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useCurrentInSight } from "~/ui/scroll-into-view";
import type { OfficeGroup } from "./navigation";

/** The pages a person may open, in groups. */
export function OfficeNavigation({ groups, current }: { groups: OfficeGroup[]; current: PagePath | undefined }) {
  const { t } = useTranslation("dashboard");
  const id = useId();
  const list = useRef<HTMLElement>(null);
  useCurrentInSight(list, current);
  return (
    <nav ref={list} className="office-nav" aria-label={t("nav.label")}>
      {groups.map(({ label, links }) => (
        <div key={label ?? "main"}>
          {label && <h2 id={id + label}>{t(label)}</h2>}
          <ul aria-labelledby={label && id + label}>
            {links.map(({ label: name, to, icon }) => (
              <li key={to}>
                <Link to={to} aria-current={to === current ? "page" : undefined}>
                  <Icon of={icon} />
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
