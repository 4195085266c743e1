import { useTranslation } from "react-i18next";
import type { FoundPerson } from "#contract/accounts/people";
import { Marked } from "~/search/marked";
import { markWordStarts } from "~/search/word-starts";
import { StateBadge } from "~/subjects/people/badges";
import { Avatar } from "~/ui/avatar";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The people who match the search, each with a link to their page. */
export function FoundPeople({ people, q }: { people: FoundPerson[]; q: string }) {
  const { locale } = usePage();
  const { t } = useTranslation("dashboard");
  const { t: words } = useTranslation("people");
  return (
    <Panel title={t("tools.people")}>
      <ul className="rows">
        {people.map(({ id, name, team, role, accountState, shopName }) => (
          <li key={id}>
            <Avatar name={name} />
            <span className="min-w-0 flex-1">
              <Link to={`/dashboard/admin/users/${id}/view`} className="row-title">
                <Marked text={markWordStarts(name, q)} locale={locale} />
              </Link>
              <small className="muted block">{[shopName, role && words(`role.${role}`), team].filter(Boolean).join(", ")}</small>
            </span>
            {accountState && accountState !== "validated" && <StateBadge state={accountState} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
