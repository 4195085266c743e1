import { useTranslation } from "react-i18next";
import type { SectorOverview as Overview } from "#contract/charity/sectors";
import { useTranslate } from "~/i18n/use-translate";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { Panel } from "~/ui/panel";

/** The internal facts of a sector: its parent, its people, its aims. `linked`: with links to other sectors, for those who may read them. */
export function SectorOverview({ sector, linked = false }: { sector: Overview; linked?: boolean }) {
  const { t } = useTranslation("sectors");
  const all = useTranslate();
  const { kind, parent, objectives, children, headcount, articles } = sector;
  const facts = [
    { label: t("kind"), value: all(`content:sectors.choice.kind.${kind}`) },
    ...(parent ? [{ label: t("parent"), value: <SectorLink {...parent} linked={linked} /> }] : []),
    ...headcount.map(({ role, people }) => ({ label: all(`content:shortcuts.choice.roles.${role}` as "content:save"), value: people })),
    { label: t("articles"), value: articles },
  ];
  return (
    <>
      <Panel title={t("poster.staff")}>
        <Facts facts={facts} className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-4" />
      </Panel>
      {objectives.fr && (
        <Panel title={t("objectives")}>
          <p className="max-w-2xl whitespace-pre-line">
            <LocalizedText of={objectives} />
          </p>
        </Panel>
      )}
      {children.length > 0 && (
        <Panel title={t("children")}>
          <ul className="rows">
            {children.map((child) => (
              <li key={child.id}>
                <SectorLink {...child} linked={linked} />
                <span className="muted">{all(`content:sectors.choice.kind.${child.kind}`)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function SectorLink({ id, name, linked }: { id: string; name: string; linked: boolean }) {
  if (!linked) return <span className="font-semibold">{name}</span>;
  return (
    <Link className="row-title" to={`/dashboard/admin/sectors/${id}/fiche`}>
      {name}
    </Link>
  );
}
