import { locales } from "#contract/formats/locale";
import type { ContentName } from "#contract/publishing/content-names";
import type { SheetRow } from "#contract/publishing/csv-imports";
import { textsFor } from "~/i18n/texts.server";
import type { ReferenceChoices } from "../content-form";
import { subjectTexts } from "../labels";
import type { ContentField, ContentSubject } from "../subject";
import { type Mapping, plain } from "./columns.server";
import { targetsOf } from "./targets";

type Reading = { name: ContentName; subject: ContentSubject; choices: ReferenceChoices; mapping: Mapping };
type Read = { value: unknown; problem?: string };

/** The rows of a file as a record's form would send them. Values that cannot be parsed are passed on and reported. Empty lines are left out. */
export function rowsOf(cells: string[][], reading: Reading): SheetRow[] {
  return cells.flatMap((line, at) => (at === 0 || line.every((cell) => cell === "") ? [] : [rowOf(line, at + 1, reading)]));
}

function rowOf(line: string[], at: number, { name, subject, choices, mapping }: Reading): SheetRow {
  const draft: SheetRow["draft"] = {};
  const problems: SheetRow["problems"] = {};
  for (const { key, field, language } of targetsOf(subject)) {
    const cell = line[mapping[key] ?? -1] ?? "";
    const { value, problem } = cell === "" ? { value: undefined } : readCell(cell, field, name, choices);
    if (language) draft[field.name] = { ...(draft[field.name] as object), [language]: value };
    else draft[field.name] = value;
    if (problem) problems[key] = [`content:import.cell.${problem}?${new URLSearchParams({ value: cell.slice(0, 60) })}`];
  }
  return { line: at, draft, problems };
}

function readCell(cell: string, field: ContentField, name: ContentName, choices: ReferenceChoices): Read {
  switch (field.kind) {
    case "flag":
      return known(cell, flagOf(cell), "flag");
    case "number":
    case "decimal":
      return known(cell, numberOf(cell), "number");
    case "date":
      return known(cell, dayOf(cell), "date");
    case "moment":
      return known(cell, momentOf(cell), "moment");
    case "choice":
      return known(cell, choiceOf(cell, field, name), "choice");
    case "choices": {
      const parts = cell.split(/[,;\n]/).filter((part) => part.trim() !== "");
      const values = parts.map((part) => choiceOf(part, field, name));
      return values.includes(undefined) ? { value: parts, problem: "choice" } : { value: values };
    }
    case "reference":
      return named(cell, field, choices);
    case "references": {
      const isName = (part: string) => named(part, field, choices).problem !== "reference";
      const parts = cell.split(/[;\n]/).flatMap((part) => (isName(part) ? [part] : part.split(",")));
      const read = parts.filter((part) => part.trim() !== "").map((part) => named(part, field, choices));
      const problem = read.find((one) => one.problem)?.problem;
      return { value: problem ? undefined : read.map(({ value }) => value), problem };
    }
    default:
      return { value: cell };
  }
}

function known(cell: string, value: unknown, problem: string): Read {
  return value === undefined ? { value: cell, problem } : { value };
}

/** The only record with this name. */
function named(cell: string, { of }: ContentField, choices: ReferenceChoices): Read {
  const found = (choices[of ?? ""] ?? []).filter(({ names }) => names.some((one) => plain(one) === plain(cell)));
  return known(cell, found.length === 1 ? found[0]?.id : undefined, found.length > 1 ? "ambiguous" : "reference");
}

/** A choice by its label in either language, or by its name in the code. */
function choiceOf(cell: string, { name: field, values = [] }: ContentField, name: ContentName): string | undefined {
  const wanted = plain(cell);
  const texts = locales.map((locale) => subjectTexts(name, textsFor(locale).t));
  return values.find((value) => plain(value) === wanted || texts.some((word) => plain(word(`choice.${field}.${value}`)) === wanted));
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

function momentOf(cell: string): string | undefined {
  const [day = "", time = "", ...more] = cell.split(/[T\s]+/);
  const clock = /^(\d{1,2})[:h](\d{2})(:00)?$/.exec(time);
  const date = dayOf(day);
  return date && clock && more.length === 0 ? `${date}T${clock[1]?.padStart(2, "0")}:${clock[2]}` : undefined;
}
