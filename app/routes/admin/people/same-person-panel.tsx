import { useTranslation } from "react-i18next";
import type { PersonRecord } from "#contract/accounts/people";
import { StateBadge } from "~/subjects/people/badges";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

/** Other accounts that may be the same person's. */
export function SamePersonPanel({ people }: { people: NonNullable<PersonRecord["more"]>["sameAs"] }) {
  const { t } = useTranslation("people");
  return (
    <Panel title={t("sameAs")}>
      <ul className="grid gap-3">
        {people.map(({ id, name, email, accountState }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/dashboard/admin/users/${id}/view`} className="font-semibold">
              {name}
            </Link>
            <span className="muted break-all">{email}</span>
            <StateBadge state={accountState} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
