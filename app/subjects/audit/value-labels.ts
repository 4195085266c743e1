import { FigureDraft } from "#contract/charity/projects";
import { SectorHours } from "#contract/charity/sector-hours";
import { type Locale, localeDetails, locales } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import type { AuditRow } from "#contract/law/audit";
import { contentOfType, textsKey } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";
import { formatDate } from "~/ui/local-date";

/** The namespaces of labels of states and kinds, by entity type and field; content has its own. */
const choices: Record<string, Record<string, string>> = {
  user: { accountState: "people:state", role: "people:role" },
  person: { role: "people:role" },
  article: { status: "articles:status" },
  application: { status: "applications:status" },
  message: { status: "contact:messages.status" },
  oauth_client: { status: "oauth-clients:status" },
  payment: { method: "payments:method", reversal: "payments:state" },
  statement_line: { lineState: "statements:state" },
  pledge: { status: "donate:pledges.status" },
  registration_link: { state: "registration-links:status" },
  verification_chat: { status: "chats:status" },
  volunteer_hours: { status: "hours:status", level: "hours:level" },
  expense_claim: { status: "expenses:status", vehicle: "expenses:vehicle" },
  legal_document: { appliesTo: "signing:roles" },
};

const Opening = SectorHours.pick({ weekday: true, opensAt: true, closesAt: true, kind: true });

type Side = "before" | "after";
type Change = Record<Side, unknown>;
type Given = { row: Pick<AuditRow, "entityType" | "changes">; names?: AuditRow["names"]; field: string; t: Translate; locale: Locale };

/** Both sides of a change formatted for people: labels of choices, dates, and of a localised text only the changed languages. */
export function changeText(given: Given): Record<Side, string | undefined> {
  const change: Change = { before: undefined, after: undefined, ...given.row.changes?.[given.field] };
  const languages = locales.filter((language) => textIn(change.before, language) !== textIn(change.after, language));
  const text = (value: unknown) =>
    isText(value) ? shortText(value, languages.length > 0 ? languages : [given.locale], given.t) : valueText(value, given);
  return { before: text(change.before), after: text(change.after) };
}

function valueText(value: unknown, given: Given): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return given.t(value ? "content:yes" : "content:no");
  if (Array.isArray(value)) return value.map((one) => valueText(one, given)).join(", ") || undefined;
  if (typeof value === "object") return openingText(value, given) ?? figureText(value, given) ?? JSON.stringify(value);
  const named = given.names?.[String(value)];
  if (named) return readIn(given.locale, named).text;
  return choiceText(String(value), given) ?? dateText(String(value), given.locale);
}

function choiceText(value: string, { row: { entityType }, field, t }: Given): string | undefined {
  const content = contentOfType(entityType);
  const keys = [
    ...(content ? [`content:${textsKey(content)}.choice.${field}.${value}`] : []),
    ...(content && field === "status" ? [`content:status.${value}`] : []),
    ...(choices[entityType]?.[field] ? [`${choices[entityType][field]}.${value}`] : []),
  ];
  return keys.length > 0 ? t(keys as never, { defaultValue: "" }) || undefined : undefined;
}

/** An opening of a team's week, formatted as on its page. */
function openingText(value: object, { t, locale }: Given): string | undefined {
  const { data } = Opening.safeParse(value);
  if (!data) return undefined;
  const span = t("team:hours.span", { from: writtenTime(locale, data.opensAt), to: writtenTime(locale, data.closesAt) });
  return `${writtenWeekday(locale, data.weekday)}, ${span}, ${t(`team:hours.kind.${data.kind}`)}`;
}

/** A figure of a project, formatted as on its record. */
function figureText(value: object, { t, locale }: Given): string | undefined {
  const { data } = FigureDraft.safeParse(value);
  if (!data) return undefined;
  const { amount, unit, label, countedOn } = data;
  const counted = t(`content:projectFollow.amount.${unit}`, { count: amount });
  return `${counted}, ${readIn(locale, label).text}, ${dateText(countedOn, locale)}`;
}

function dateText(value: string, locale: Locale): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(locale, value, "short");
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDate(locale, value, "moment") : value;
}

type Text = Partial<Record<Locale, string>>;

const isText = (value: unknown): value is Text => typeof value === "object" && value !== null && "fr" in value;
const textIn = (value: unknown, language: Locale) => (isText(value) && value[language]) || "";

/** A text in one language is shown alone; in two, each with the name of its language. */
function shortText(text: Text, languages: readonly Locale[], t: Translate): string | undefined {
  const written = languages.filter((language) => text[language]);
  if (languages.length < 2) return written.map((language) => text[language]).join("") || undefined;
  const lines = written.map((language) => t("audit:inLanguage", { language: localeDetails[language].name, text: text[language] }));
  return lines.join("\n") || undefined;
}
