import { useLocation } from "@remix-run/react";
import { Clock, Unlink } from "lucide";
import { Fragment } from "react";
import { instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import type { ContentApi, ContentRow } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { type CardPlace, type Column, cellOf, emptyCell, RowLink } from "~/lists/column";
import { Badge } from "~/ui/badge";
import { EnglishBadge } from "~/ui/english-badge";
import { LocalDate } from "~/ui/local-date";
import { StatusBadge } from "~/ui/status-badge";
import type { ReferenceChoices } from "./content-form";
import { namesOf, subjectTexts, valueText } from "./labels";
import { withList } from "./list-before";
import type { ContentField, ContentSubject } from "./subjects/subject";
import { targetLabel, targetsOf } from "./targets";

/** What the API counts for a list. */
type Numbers = Pick<ContentApi, "counted" | "used">;

/** The columns of a subject's list, on the screen and in its files. */
export function contentColumns(
  name: ContentName,
  subject: ContentSubject,
  choices: ReferenceChoices,
  { counted, used }: Numbers,
): Column<ContentRow>[] {
  const own = subject.columns.flatMap((column) => subject.fields.find((field) => field.name === column) ?? []);
  return [
    ...own.map((field, at) => ({
      ...ownColumn(name, field, at === 0, choices),
      hiddenByDefault: subject.hiddenColumns?.includes(field.name),
    })),
    ...(subject.facts ?? []),
    ...counted.map((one) => countedColumn(name, one)),
    ...(used ? [usedColumn] : []),
    {
      key: "status",
      header: (t) => t("content:column.status"),
      value: ({ status }, t) => t(`content:status.${status}`),
      cell: ({ status }) => <StatusBadge status={status} />,
      sortable: true,
    },
    ...(subject.fields.some(({ localized }) => localized) ? [english] : []),
    {
      key: "updatedAt",
      header: (t) => t("content:column.updatedAt"),
      value: ({ updatedAt }) => new Date(updatedAt),
      sortable: true,
      hiddenByDefault: true,
    },
  ];
}

function countedColumn(name: ContentName, counted: string): Column<ContentRow> {
  return {
    key: counted,
    header: (t) => subjectTexts(name, t)(`counted.${counted}`),
    value: (row) => row[counted] as number,
    sortable: true,
    numeric: true,
  };
}

/** The columns of a subject's exports: those of the list, then all other fields, with a column for each language, so that a file can be imported again. */
export function fileColumns(name: ContentName, subject: ContentSubject, choices: ReferenceChoices, numbers: Numbers): Column<ContentRow>[] {
  const own = targetsOf(subject).map(
    (target): Column<ContentRow> => ({
      key: target.key,
      header: (t) => targetLabel(name, target, t),
      value: (row, t, locale) => {
        const value = row[target.field.name];
        if (target.language) return (value as Localized | null)?.[target.language] || null;
        // Names may have commas.
        if (target.field.kind === "references") return namesOf(target.field, value as string[], choices).join("; ");
        return valueText(target.field, value, { texts: subjectTexts(name, t), t, locale, choices });
      },
    }),
  );
  const listed = contentColumns(name, subject, choices, numbers);
  return [...own, ...listed.slice(subject.columns.length)];
}

const usedColumn: Column<ContentRow> = {
  key: "dependents",
  header: (t) => t("content:column.dependents"),
  value: ({ dependents }) => Number(dependents ?? 0),
  numeric: true,
};

const english: Column<ContentRow> = {
  key: "english",
  header: (t) => t("content:column.english"),
  value: ({ english }, t) => t(`common:englishShort.${english}`),
  cell: ({ english }) => <EnglishBadge state={english} short />,
  sortable: true,
  isDefaultValue: ({ english }) => english === "reviewed",
  card: "none",
};

function ownColumn(name: ContentName, field: ContentField, first: boolean, choices: ReferenceChoices): Column<ContentRow> {
  const value: Column<ContentRow>["value"] = (row, t, locale) =>
    valueText(field, row[field.name], { texts: subjectTexts(name, t), t, locale, choices });
  const link: Column<ContentRow>["cell"] = (row, t, locale) => (
    <>
      <RecordLink to={`/dashboard/admin/${name}/${row.id}/edit`}>{String(value(row, t, locale) ?? emptyCell)}</RecordLink>
      {row.link?.toCheck && (
        <Badge meaning="warning" icon={Unlink}>
          {t("content:link.toCheck")}
        </Badge>
      )}
    </>
  );
  /** URLs have no spaces to break at: they break after a slash, or anywhere if necessary. */
  const line: Column<ContentRow>["cell"] = (row, t, locale) => {
    const text = value(row, t, locale) as string | null;
    if (!text?.includes("/")) return cellOf(text);
    return (
      <span className="inline-block min-w-36 wrap-anywhere">
        {[...text.matchAll(/[^/]*\/*/g)].map(({ 0: part, index }) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
    );
  };
  const number: Column<ContentRow>["cell"] = (row, t, locale) => {
    const text = value(row, t, locale);
    return text ? <span className="whitespace-nowrap">{String(text)}</span> : emptyCell;
  };
  const day: Column<ContentRow>["cell"] = (row, t) => {
    const value = row[field.name];
    if (!value) return emptyCell;
    return (
      <>
        <LocalDate value={String(value)} style="short" />
        {isStale(field, String(value)) && (
          <Badge meaning="warning" icon={Clock}>
            {t("content:stale")}
          </Badge>
        )}
      </>
    );
  };
  /** Only the rarer answer is written. */
  const flag: Column<ContentRow>["cell"] = (row, t) => (row[field.name] ? t("content:yes") : null);
  const moment: Column<ContentRow>["cell"] = (row) => {
    const at = instantInFrance(String(row[field.name]));
    return at ? <LocalDate value={at.toISOString()} style="moment" /> : emptyCell;
  };
  const cells: Partial<Record<ContentField["kind"], typeof link>> = { date: day, moment, line, flag, tel: number };
  return {
    key: field.name,
    header: (t) => subjectTexts(name, t)(`field.${field.name}`),
    value,
    cell: first ? link : cells[field.kind],
    sortable: true,
    numeric: field.kind === "number",
    card: cardPlaceOf(field),
    isDefaultValue: field.kind === "flag" ? (row) => !row[field.name] : undefined,
  };
}

/** Yes, no and a number say nothing without the name of their column. */
function cardPlaceOf({ kind, staleAfterMonths }: ContentField): CardPlace | undefined {
  if (staleAfterMonths) return "named";
  if (kind === "moment") return "line";
  return kind === "flag" || kind === "number" ? "none" : undefined;
}

/** Whether a day is older than the field allows. */
function isStale({ staleAfterMonths }: ContentField, day: string): boolean {
  if (!staleAfterMonths) return false;
  const limit = new Date(day);
  limit.setUTCMonth(limit.getUTCMonth() + staleAfterMonths);
  return limit.getTime() < Date.now();
}

/** The name of a record as a link to its page, which knows the list that it was opened from. */
function RecordLink({ to, children }: { to: string; children: string }) {
  const { search } = useLocation();
  return <RowLink to={withList(to, search)}>{children}</RowLink>;
}
