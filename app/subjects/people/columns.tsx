import { Check, Copy, FileText } from "lucide";
import { accountDeadline } from "#contract/accounts/answer-days";
import type { PeopleList, PersonRow } from "#contract/accounts/people";
import { decimalHours, hoursText } from "#contract/formats/hours";
import { formatEuros } from "#contract/giving/money";
import type { Translate } from "~/i18n/translate";
import { type Column, cellOf, RowLink } from "~/lists/column";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { formatDate } from "~/ui/local-date";
import { WaitingAge } from "~/ui/waiting-age";
import { DriverBadge, DriverDocumentsBadge, driverState, StateBadge } from "./badges";
import { phoneInPairs } from "./phone";

const instant = (value: string | null | undefined) => (value ? new Date(value) : null);
const nameOf = ({ firstName, lastName }: PersonRow) => `${firstName} ${lastName}`;
const missingText = ({ more }: PersonRow, t: Translate) => (more?.missing ?? []).map((piece) => t(`people:piece.${piece}`)).join(", ");

const columns = {
  email: { key: "email", header: (t) => t("people:column.email"), value: ({ email }) => email },
  team: { key: "team", header: (t) => t("people:column.team"), value: ({ team }) => team },
  shop: { key: "shop", header: (t) => t("people:column.shop"), value: ({ more }) => more?.shopName ?? null },
  phone: { key: "phone", header: (t) => t("people:column.phone"), value: ({ phone }) => phone && phoneInPairs(phone) },
  role: { key: "role", header: (t) => t("people:column.role"), value: ({ more }, t) => (more ? t(`people:role.${more.role}`) : null) },
  state: {
    key: "state",
    header: (t) => t("people:column.state"),
    value: ({ more }, t) => (more ? t(`people:state.${more.accountState}`) : null),
    cell: ({ more }) => more && <StateBadge state={more.accountState} />,
  },
  since: {
    key: "since",
    header: (t) => t("people:column.since"),
    value: ({ more }) => instant(more?.since),
    cell: ({ more }) => more && <WaitingAge since={more.since} promise={accountDeadline} />,
    sortable: true,
    card: "corner",
  },
  registeredAt: {
    key: "registeredAt",
    header: (t) => t("people:column.registeredAt"),
    value: ({ more }) => instant(more?.registeredAt),
    sortable: true,
    hiddenByDefault: true,
  },
  seenAt: {
    key: "seenAt",
    header: (t) => t("people:column.seenAt"),
    value: ({ more }) => instant(more?.seenAt),
    sortable: true,
    hiddenByDefault: true,
  },
  member: {
    key: "member",
    header: (t) => t("people:column.member"),
    value: ({ more }, t) => t(more?.member ? "people:member.yes" : "people:member.no"),
    card: "none",
  },
  marks: {
    key: "marks",
    header: (t) => t("people:column.marks"),
    value: ({ more }, t) =>
      [more?.minor && t("people:mark.minor"), more?.annualCheck && t("people:mark.annualCheck")].filter(Boolean).join(", ") || null,
    card: "fact",
  },
  hours: {
    key: "hours",
    header: (t) => t("people:column.hours"),
    value: ({ more }) => (more?.minutes ? decimalHours(more.minutes) : null),
    cell: ({ more }, _, locale) => (more?.minutes ? hoursText(locale, more.minutes) : cellOf(null)),
    numeric: true,
    hiddenByDefault: true,
    card: "none",
  },
  skills: { key: "skills", header: (t) => t("people:column.skills"), value: ({ more }) => more?.skills ?? null, hiddenByDefault: true },
  household: {
    key: "household",
    header: (t) => t("people:column.household"),
    value: ({ more }) => more?.household ?? null,
    numeric: true,
    hiddenByDefault: true,
    card: "none",
  },
  validUntil: {
    key: "validUntil",
    header: (t) => t("people:column.validUntil"),
    value: ({ more }) => instant(more?.fileValidUntil && `${more.fileValidUntil}T12:00:00Z`),
    card: "none",
  },
  verifier: {
    key: "verifier",
    header: (t) => t("people:column.verifier"),
    value: ({ more }) => more?.verifier ?? null,
    hiddenByDefault: true,
    card: "none",
  },
  lastAid: {
    key: "lastAid",
    header: (t) => t("people:column.lastAid"),
    value: ({ more }) => instant(more?.lastAid && `${more.lastAid}T12:00:00Z`),
    card: "none",
  },
  given: {
    key: "given",
    header: (t) => t("people:column.given"),
    value: ({ more }) => (more?.givenCents ? more.givenCents / 100 : null),
    cell: ({ more }, _, locale) => (more?.givenCents ? formatEuros(locale, more.givenCents) : cellOf(null)),
    numeric: true,
    card: "fact",
  },
  lastGift: {
    key: "lastGift",
    header: (t) => t("people:column.lastGift"),
    value: ({ more }) => instant(more?.lastGiftOn && `${more.lastGiftOn}T12:00:00Z`),
    card: "none",
  },
  age: {
    key: "age",
    header: (t) => t("people:column.age"),
    value: ({ more }) => more?.age ?? null,
    numeric: true,
    hiddenByDefault: true,
  },
  file: {
    key: "file",
    header: (t) => t("people:column.file"),
    value: (row, t) => missingText(row, t) || t("people:fileComplete"),
    cell: (row, t) =>
      row.more?.missing.length ? (
        <Badge meaning="warning" icon={FileText} long>
          {t("people:missing", { pieces: missingText(row, t) })}
        </Badge>
      ) : (
        <Badge meaning="success" icon={Check}>
          {t("people:fileComplete")}
        </Badge>
      ),
    card: "fact",
  },
  duplicates: {
    key: "duplicates",
    header: (t) => t("people:column.duplicates"),
    value: ({ more }) => more?.duplicates || null,
    cell: ({ more }, t) =>
      more?.duplicates ? (
        <Badge meaning="danger" icon={Copy}>
          {t("people:duplicates", { count: more.duplicates })}
        </Badge>
      ) : (
        cellOf(null)
      ),
    card: "fact",
  },
  vehicle: {
    key: "vehicle",
    header: (t) => t("people:column.vehicle"),
    value: ({ more }, t) =>
      more?.driver ? `${t(`people:vehicle.${more.driver.vehicle}`)}${more.driver.chilled ? `, ${t("people:chilled")}` : ""}` : null,
  },
  driver: {
    key: "driver",
    header: (t) => t("people:column.driver"),
    value: ({ more }, t) => (more?.driver ? t(`people:driver.${driverState(more.driver)}`) : null),
    // The column beside it says that a document has expired.
    cell: ({ more }) => (more?.driver && driverState(more.driver) !== "lapsed" ? <DriverBadge driver={more.driver} /> : null),
    card: "corner",
  },
  papers: {
    key: "papers",
    header: (t) => t("people:column.papers"),
    value: ({ more }) => more?.driver?.expiresOn ?? null,
    cell: ({ more }, _, locale) => {
      if (!more?.driver) return null;
      const { documents, expiresOn } = more.driver;
      return <DriverDocumentsBadge state={documents} until={expiresOn && formatDate(locale, `${expiresOn}T12:00:00Z`, "short")} />;
    },
    card: "fact",
  },
} satisfies Record<string, Column<PersonRow>>;

type ColumnName = keyof typeof columns;

const shown: Record<PeopleList, ColumnName[]> = {
  "pending-approval": ["role", "team", "since", "file", "duplicates"],
  volunteers: ["team", "phone", "state", "member", "hours", "marks", "skills", "seenAt"],
  drivers: ["team", "phone", "vehicle", "papers", "driver"],
  beneficiaries: ["team", "state", "validUntil", "age", "household", "lastAid", "marks", "verifier", "registeredAt", "seenAt"],
  donators: ["role", "shop", "given", "lastGift", "team", "phone", "state", "registeredAt"],
};

/** The column shown under the name, on a wide screen. */
const underName = {
  "pending-approval": "role",
  volunteers: "email",
  drivers: "vehicle",
  beneficiaries: "email",
  donators: "shop",
} as const satisfies Record<PeopleList, ColumnName>;

/** The columns for volunteers. */
const contact: ColumnName[] = ["team", "phone", "email"];

/** A person's name as a link to their page, above their role or e-mail address. */
function nameColumn(list: PeopleList, under?: (row: PersonRow, t: Translate) => string): Column<PersonRow> {
  const pages = list === "donators" ? "/dashboard/admin/users/donators" : "/dashboard/admin/users";
  return {
    key: "lastName",
    header: (t) => t("people:column.name"),
    value: nameOf,
    cell: (row, t) => (
      <span className="flex items-center gap-3">
        <Avatar name={nameOf(row)} />
        <span className="min-w-0">
          <RowLink to={list === "pending-approval" ? `${pages}/pending-approval/${row.id}` : `${pages}/${row.id}/view`}>
            {nameOf(row)}
          </RowLink>
          {under && <small className="muted block truncate max-sm:hidden">{under(row, t)}</small>}
        </span>
      </span>
    ),
    sortable: true,
  };
}

/** The columns of a list on the screen. */
export function peopleColumns(list: PeopleList, contactOnly: boolean): Column<PersonRow>[] {
  if (contactOnly) return [nameColumn(list), ...contact.map((name) => columns[name])];
  const under = columns[underName[list]];
  const others: Column<PersonRow>[] = shown[list].map((name) => columns[name]);
  return [
    nameColumn(list, (row, t) => under.value(row, t) || row.email),
    ...others.map((column) => (column.key === under.key ? { ...column, onCards: true } : column)),
  ];
}

/** The same for exports, with a separate column for the e-mail address. */
export function exportColumns(list: PeopleList): Column<PersonRow>[] {
  return [nameColumn(list), columns.email, ...shown[list].map((name) => columns[name])];
}
