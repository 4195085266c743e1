import { useTranslation } from "react-i18next";
import type { KitRow } from "#contract/charity/kit-orders";
import { type KitKind, nextKitMove } from "#contract/charity/kit-states";
import { hourText } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { Submit } from "~/forms/form";
import type { Translate } from "~/i18n/translate";
import { bulkForm } from "~/lists/bulk";
import type { Column } from "~/lists/column";
import { phoneInPairs } from "~/subjects/people/phone";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { KitBadge } from "./kit-state";
import { slotGroup, slotText } from "./slot-text";

const name: Column<KitRow> = { key: "name", header: (t) => t("kits:office.name"), value: (row) => row.name, sortable: true };

const state: Column<KitRow> = {
  key: "status",
  header: (t) => t("kits:office.state"),
  value: ({ kind, status }, t) => t(`kits:status.${kind}.${status}`),
  cell: (row) => <State row={row} />,
  sortable: true,
  card: "fact",
};

const slotOf = ({ quota, slotStartsAt }: KitRow) => ({ label: quota, startsAt: slotStartsAt });

/** When and with which group of places; the day, where it is not that of the event. */
const slot = (eventStartsAt: string): Column<KitRow> => ({
  key: "slot",
  header: (t) => t("kits:office.slot"),
  value: (row, t, locale) => slotText(locale, t, slotOf(row), eventStartsAt),
  cell: (row, _, locale) => (
    <>
      {hourText(locale, new Date(row.slotStartsAt))}
      <small className="muted block">{slotGroup(locale, slotOf(row), eventStartsAt)}</small>
    </>
  ),
  sortable: true,
  card: "named",
});

const placeOf = ({ address, door }: KitRow, t: Translate) => [address ?? t("kits:office.noAddress"), door].filter(Boolean).join(", ");

const where: Column<KitRow> = {
  key: "address",
  header: (t) => t("kits:office.address"),
  value: placeOf,
  cell: (row, t) => (
    <span className="sm:block sm:min-w-44">
      {placeOf(row, t)}
      {row.phone && (
        <a className="block" href={`tel:${row.phone.replace(/[^+\d]/g, "")}`}>
          {phoneInPairs(row.phone)}
        </a>
      )}
    </span>
  ),
  card: "named",
};

const eats: Column<KitRow> = {
  key: "needs",
  header: (t) => t("kits:office.eats"),
  value: ({ needs }, t) => {
    if (!needs) return t("kits:office.hidden");
    const parts = needs.diets.map((diet) => t(`register:choice.${diet}`));
    if (needs.allergies) parts.push(t("kits:office.allergies", { text: needs.allergies }));
    return parts.join(", ") || t("kits:office.everything");
  },
  card: "named",
};

const sizes: Column<KitRow> = {
  key: "sizes",
  header: (t) => t("kits:office.sizes"),
  value: (row, t) => [row.sizes, row.companion && t("kits:office.companion")].filter(Boolean).join(", "),
  card: "named",
};

const next: Column<KitRow> = {
  key: "next",
  header: (t) => t("kits:office.next"),
  value: () => null,
  cell: (row) => <Next row={row} />,
  card: "named",
};

/** The columns of the orders: where kits go and what is eaten, or which sizes are wanted. */
export const kitColumns = (kind: KitKind, eventStartsAt: string): Column<KitRow>[] =>
  kind === "delivery" ? [name, state, slot(eventStartsAt), where, eats, next] : [name, state, slot(eventStartsAt), sizes, next];

const moment: Column<KitRow> = { ...slot(""), value: (row, _, locale) => formatDate(locale, row.slotStartsAt, "moment") };

const group: Column<KitRow> = {
  key: "group",
  header: (t) => t("kits:office.group"),
  value: (row, _, locale) => readIn(locale, row.quota).text,
};

const phone: Column<KitRow> = { key: "phone", header: (t) => t("kits:office.phone"), value: (row) => row.phone };

/** A column of what only a delivery needs: empty for fittings, whose page does not show it. */
const ofDelivery = (column: Column<KitRow>): Column<KitRow> => ({
  ...column,
  value: (row, t, locale) => (row.kind === "delivery" ? column.value(row, t, locale) : null),
});

/** The columns of the file, for kits and fittings. */
export const kitFileColumns: Column<KitRow>[] = [
  ...[name, state, moment, group],
  ...[where, phone].map(ofDelivery),
  sizes,
  ofDelivery(eats),
];

function State({ row: { kind, status, statusAt, statusBy, repeated, awayAt, changedAt } }: { row: KitRow }) {
  const { t } = useTranslation("kits");
  const { locale } = usePage();
  return (
    <>
      <KitBadge kind={kind} status={status} />
      {statusAt && statusBy && (
        <small className="muted block">{t("office.stepBy", { moment: formatDate(locale, statusAt, "time"), name: statusBy })}</small>
      )}
      {awayAt && (
        <small className="block font-semibold text-danger">
          {t(`office.away.${kind}`, { moment: formatDate(locale, awayAt, "time") })}
        </small>
      )}
      {changedAt && (
        <small className="block font-semibold text-danger">
          {t("office.changedAt", { moment: formatDate(locale, changedAt, "time") })}
        </small>
      )}
      {repeated && <small className="block font-semibold text-warning">{t("office.repeated")}</small>}
    </>
  );
}

/** The next step of one order, by a button of the form below the list; beside it, that a kit was not handed over after all. */
function Next({ row }: { row: KitRow }) {
  const { t } = useTranslation("kits");
  const { id, kind, status, changedAt } = row;
  const move = nextKitMove(row);
  if (!move) return null;
  return (
    <span className="flex flex-wrap gap-2">
      <Submit form={bulkForm} name="intent" value={`${move} ${id}`} variant="line" small>
        {t(changedAt ? `office.again.${kind}` : `office.move.${kind}.${move}`)}
      </Submit>
      {status === "collected" && (
        <Submit form={bulkForm} name="intent" value={`back ${id}`} variant="line" small>
          {t("office.notHandedOver")}
        </Submit>
      )}
    </span>
  );
}
