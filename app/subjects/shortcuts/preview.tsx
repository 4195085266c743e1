import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Role, roles } from "#contract/accounts/roles";
import type { Shortcut } from "#contract/publishing/shortcuts";
import { withQuery } from "~/lists/list-request";
import { Link } from "~/ui/link";
import { useCurrentInSight } from "~/ui/scroll-into-view";
import { ShortcutsPanel } from "./shortcuts-panel";

type Props = { data: { role: Role; shortcuts: Shortcut[]; unpublished: boolean } };

/** The shortcuts of each role, rendered by the dashboard's own component; the role is in the query. */
export function ShortcutsPreview({ data: { role, shortcuts, unpublished } }: Props) {
  const { t } = useTranslation("content");
  const { pathname, search } = useLocation();
  const row = useRef<HTMLElement>(null);
  useCurrentInSight(row, role);
  const named = (one: Role) => t(`shortcuts.choice.roles.${one}`);
  const noteOf = ({ permission }: Shortcut) =>
    permission ? t("shortcutsPreview.permission", { permission: t(`shortcuts.choice.permission.${permission}`) }) : undefined;
  return (
    <section id="preview" className="grid gap-4" aria-labelledby="preview-title">
      <h2 id="preview-title" className="panel-title">
        {t("shortcutsPreview.title")}
      </h2>
      <nav ref={row} className="tab-row" aria-label={t("shortcutsPreview.roles")}>
        {roles.map((one) => (
          <Link
            key={one}
            to={`${pathname}${withQuery(search, { preview: one })}#preview`}
            aria-current={one === role ? "true" : undefined}
            preventScrollReset
          >
            {named(one)}
          </Link>
        ))}
      </nav>
      {unpublished && <p className="muted">{t("shortcutsPreview.unpublished")}</p>}
      <div className="max-w-2xl">
        <ShortcutsPanel title={t("shortcutsPreview.panel")} shortcuts={shortcuts} noteOf={noteOf} />
        {shortcuts.length === 0 && <p className="panel muted">{t("shortcutsPreview.none")}</p>}
      </div>
    </section>
  );
}
