import { BellOff, Cake, Check, Clock, type IconNode } from "lucide";
import type { BirthdayRow } from "#contract/accounts/birthdays";
import { CellText, type Column, RowLink } from "~/lists/column";
import { Badge, type BadgeMeaning } from "~/ui/badge";
import { LocalDate } from "~/ui/local-date";

const badges: Record<BirthdayRow["greeting"], { meaning: BadgeMeaning; icon: IconNode }> = {
  possible: { meaning: "primary", icon: Cake },
  sent: { meaning: "success", icon: Check },
  stopped: { meaning: "plain", icon: BellOff },
  notNow: { meaning: "plain", icon: Clock },
};

export const birthdayColumns: Column<BirthdayRow>[] = [
  {
    key: "name",
    header: (t) => t("birthdays:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name, greeting }) =>
      greeting === "possible" ? (
        <RowLink to={`/dashboard/admin/birthdays/${id}`}>{name}</RowLink>
      ) : (
        <span className="font-semibold">
          <CellText text={name} />
        </span>
      ),
  },
  {
    key: "day",
    header: (t) => t("birthdays:column.day"),
    value: ({ day }) => new Date(day),
    cell: ({ day }) => <LocalDate value={day} style="weekday" />,
    sortable: true,
    card: "line",
  },
  { key: "age", header: (t) => t("birthdays:column.age"), value: ({ age }) => age, numeric: true, card: "named" },
  { key: "role", header: (t) => t("birthdays:column.role"), value: ({ role }, t) => t(`people:role.${role}`), card: "line" },
  { key: "team", header: (t) => t("birthdays:column.team"), value: ({ sector }) => sector, card: "line" },
  {
    key: "greeting",
    header: (t) => t("birthdays:column.greeting"),
    value: ({ greeting }, t) => t(`birthdays:greeting.${greeting}`),
    cell: ({ greeting }, t) => <Badge {...badges[greeting]}>{t(`birthdays:greeting.${greeting}`)}</Badge>,
    card: "corner",
  },
];
