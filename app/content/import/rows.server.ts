import type { Mapping, SheetLine, SheetRow } from "#contract/accounts/imports";
import { locales } from "#contract/formats/locale";
import { textsFor } from "~/i18n/texts.server";
import type { ReferenceChoices } from "../content-form";
import { plain } from "./columns.server";
import type { ImportPage, Target } from "./target";

type Read = { value: unknown; problem?: string };

/** The rows of a file as a record's form would send them. Values that cannot be parsed are passed on and reported. */
export function rowsOf(lines: SheetLine[], { targets, choices }: ImportPage, mapping: Mapping): SheetRow[] {
  const chosen = targets.filter(({ key }) => mapping[key] !== undefined);
  const words = new Map(chosen.map((target) => [target, wordsOf(target)]));
  const names = new Map(Object.entries(choices).map(([of, some]) => [of, namesOf(some)]));
  return lines.map(({ line, cells }) => {
    const draft: SheetRow["draft"] = {};
    const problems: SheetRow["problems"] = {};
    for (const target of chosen) {
      const { key, field, language } = target;
      const cell = cells[mapping[key] ?? -1] ?? "";
      if (cell === "") continue;
      const { value, problem } = readCell(cell, field, {
        words: words.get(target) ?? new Map(),
        names: names.get(field.of ?? "") ?? new Map(),
      });
      if (language) draft[field.name] = { ...(draft[field.name] as object), [language]: value };
      else draft[field.name] = value;
      if (problem) problems[key] = [`content:import.cell.${problem}?${new URLSearchParams({ value: cell.slice(0, 60) })}`];
    }
    return { line, draft, problems };
  });
}

/** The choices of a target by what they are called: their label in either language, or their name in the code. */
function wordsOf({ field: { values = [] }, word, synonyms }: Target): Map<string, string> {
  return new Map(
    values.flatMap((value) => [
      ...locales.map((locale) => [plain(word(value, textsFor(locale).t)), value] as const),
      [plain(value), value] as const,
      ...(synonyms?.[value] ?? []).map((name) => [name, value] as const),
    ]),
  );
}

/** The ids of the records by what they are called. */
function namesOf(choices: ReferenceChoices[string]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { id, names } of choices) for (const name of names) found.set(plain(name), (found.get(plain(name)) ?? new Set()).add(id));
  return found;
}

type Known = { words: Map<string, string>; names: Map<string, Set<string>> };

function readCell(cell: string, field: Target["field"], { words, names }: Known): Read {
  switch (field.kind) {
    case "flag":
      return known(cell, flagOf(cell), "flag");
    case "number":
    case "decimal":
      return known(cell, numberOf(cell), "number");
    case "date":
      return known(cell, dayOf(cell.replace(timeOfDay, "")), "date");
    case "month":
      return known(cell, monthOf(cell), "month");
    case "moment":
      return known(cell, momentOf(cell), "moment");
    case "choice":
      return known(cell, words.get(plain(cell)), "choice");
    case "choices": {
      const parts = cell.split(/[,;\n]/).filter((part) => part.trim() !== "");
      const values = parts.map((part) => words.get(plain(part)));
      return values.includes(undefined) ? { value: parts, problem: "choice" } : { value: values };
    }
    case "reference":
      return named(cell, names);
    case "references": {
      const isName = (part: string) => named(part, names).problem !== "reference";
      const parts = cell.split(/[;\n]/).flatMap((part) => (isName(part) ? [part] : part.split(",")));
      const read = parts.filter((part) => part.trim() !== "").map((part) => named(part, names));
      const problem = read.find((one) => one.problem)?.problem;
      return { value: problem ? undefined : read.map(({ value }) => value), problem };
    }
    // Spreadsheets drop the zeros at the beginning of what they take for a number.
    case "tel":
      return /^[1-9]\d{8}$/.test(cell) ? { value: cell, problem: "phoneZero" } : { value: cell };
    default:
      return field.name === "postcode" && /^\d{4}$/.test(cell) ? { value: cell, problem: "postcodeZero" } : { value: cell };
  }
}

function known(cell: string, value: unknown, problem: string): Read {
  return value === undefined ? { value: cell, problem } : { value };
}

/** The only record with this name. */
function named(cell: string, names: Known["names"]): Read {
  const found = [...(names.get(plain(cell)) ?? [])];
  return known(cell, found.length === 1 ? found[0] : undefined, found.length > 1 ? "ambiguous" : "reference");
}

const flags = { yes: ["oui", "yes", "vrai", "true", "1", "x"], no: ["non", "no", "faux", "false", "0"] };

function flagOf(cell: string): boolean | undefined {
  const wanted = plain(cell);
  if (flags.yes.includes(wanted)) return true;
  return flags.no.includes(wanted) ? false : undefined;
}

function numberOf(cell: string): number | undefined {
  const written = cell.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  return /^-?\d{1,12}(\.\d{1,12})?$/.test(written) ? Number(written) : undefined;
}

/** A day as our files write it, or as people in France do: 14/01/2027. */
function dayOf(cell: string): string | undefined {
  const french = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(cell);
  const day = french ? `${french[3]}-${french[2]?.padStart(2, "0")}-${french[1]?.padStart(2, "0")}` : cell;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** A month as our forms write it, as in 9/2026, or the day that a workbook stores for it. */
function monthOf(cell: string): string | undefined {
  const french = /^(\d{1,2})[/.](\d{4})$/.exec(cell);
  const month = french ? `${french[2]}-${french[1]?.padStart(2, "0")}` : cell;
  return dayOf(/^\d{4}-\d{2}$/.test(month) ? `${month}-01` : month.replace(timeOfDay, ""))?.slice(0, 7);
}

/** The time that a file may write after a day. */
const timeOfDay = /(?<=\d{4}|-\d{2})[T ]\d{1,2}:\d{2}(:\d{2})?$/;

function momentOf(cell: string): string | undefined {
  const [day = "", time = "", ...more] = cell.split(/[T\s]+/);
  const clock = /^(\d{1,2})[:h](\d{2})(:00)?$/.exec(time);
  const date = dayOf(day);
  return date && clock && more.length === 0 ? `${date}T${clock[1]?.padStart(2, "0")}:${clock[2]}` : undefined;
}
