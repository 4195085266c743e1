import { useTranslation } from "react-i18next";
import type { SectorSheet as Sheet } from "#contract/teams";
import { useTranslate } from "~/i18n/use-translate";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";
import { Words } from "~/ui/words";

/** One page that says what a sector is, who is in it and how to reach it. */
export function SectorSheet({ sector }: { sector: Sheet }) {
  const { t } = useTranslation("sectors");
  const all = useTranslate();
  const { kind, slogan, addressLine, postcode, city, email, phone, parent, presentation, objectives, children, headcount, articles } =
    sector;
  const facts = [
    { label: t("kind"), value: all(`content:sectors.choice.kind.${kind}`) },
    ...(parent ? [{ label: t("parent"), value: <SheetLink {...parent} /> }] : []),
    { label: t("address"), value: [addressLine, [postcode, city].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "–" },
    { label: t("email"), value: email ? <a href={`mailto:${email}`}>{email}</a> : "–" },
    { label: t("phone"), value: phone ? <a href={`tel:${phone.replace(/\s/g, "")}`}>{phone}</a> : "–" },
    ...headcount.map(({ role, people }) => ({ label: all(`content:shortcuts.choice.roles.${role}` as "content:save"), value: people })),
    { label: t("articles"), value: articles },
  ];
  return (
    <>
      <section className="panel grid gap-5" aria-label={t("title")}>
        {slogan?.fr && (
          <p className="text-xl font-extrabold">
            <Words of={slogan} />
          </p>
        )}
        <Facts facts={facts} className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-4" />
        {presentation.fr && (
          <p className="max-w-2xl whitespace-pre-line">
            <Words of={presentation} />
          </p>
        )}
      </section>
      {objectives.fr && (
        <Panel title={t("objectives")}>
          <p className="max-w-2xl whitespace-pre-line">
            <Words of={objectives} />
          </p>
        </Panel>
      )}
      {children.length > 0 && (
        <Panel title={t("children")}>
          <ul className="rows">
            {children.map((child) => (
              <li key={child.id}>
                <SheetLink {...child} />
                <span className="muted">{all(`content:sectors.choice.kind.${child.kind}`)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function SheetLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className="row-title" to={`/dashboard/admin/sectors/${id}/fiche`}>
      {name}
    </Link>
  );
}
