import { useTranslation } from "react-i18next";
import type { PeopleList, PeopleQuery } from "#contract/accounts/people";
import { roles } from "#contract/accounts/roles";
import type { SectorName } from "#contract/charity/sectors";
import type { Narrowed } from "~/lists/choices.server";
import type { Filter } from "~/lists/filter";
import { useOverdueFilter } from "~/lists/overdue-filter";

const shown = {
  "pending-approval": ["due", "role", "team", "complete"],
  volunteers: ["team", "state", "member", "minor", "seen", "unreached"],
  drivers: ["team", "vehicle", "papers", "driver"],
  beneficiaries: ["team", "state", "file", "annualCheck", "seen", "unreached"],
  donators: ["role", "team", "state", "postal", "seen", "unreached"],
} as const satisfies Record<PeopleList, readonly (keyof PeopleQuery)[]>;

/** The filters of a list. Volunteers have only the search. */
export function usePeopleFilters(
  list: PeopleList,
  { query, choices: all }: Narrowed<PeopleQuery>,
  sectors: SectorName[],
  contactOnly: boolean,
): Filter[] {
  const { t } = useTranslation("people");
  const due = useOverdueFilter(query.due);
  if (contactOnly) return [];
  const inList = { "pending-approval": roles, donators: ["DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const };
  const choices = {
    role: (list === "pending-approval" || list === "donators" ? inList[list] : []).map((value) => ({ value, label: t(`role.${value}`) })),
    team: sectors.map(({ id, name }) => ({ value: id, label: name })),
    state: all.state.map((value) => ({ value, label: t(`state.${value}`) })),
    member: (["yes", "no"] as const).map((value) => ({ value, label: t(`member.${value}`) })),
    minor: [{ value: "yes", label: t("mark.minor") }],
    annualCheck: [{ value: "yes", label: t("mark.annualCheck") }],
    postal: [{ value: "missing", label: t("mark.postal") }],
    unreached: [{ value: "yes", label: t("mark.unreached") }],
    seen: (["month", "quarter", "never"] as const).map((value) => ({ value, label: t(`seen.${value}`) })),
    file: (["month", "quarter", "ended"] as const).map((value) => ({ value, label: t(`fileEnds.${value}`) })),
    complete: (["yes", "no"] as const).map((value) => ({ value, label: t(`complete.${value}`) })),
    vehicle: all.vehicle.map((value) => ({ value, label: t(`vehicle.${value}`) })),
    papers: all.papers.map((value) => ({ value, label: t(`driverDocuments.${value}`) })),
    driver: all.driver.map((value) => ({ value, label: t(`driver.${value}`) })),
  };
  return shown[list].map((name) =>
    name === "due" ? due : { name, label: t(`filter.${name}`), value: query[name], choices: choices[name] },
  );
}
