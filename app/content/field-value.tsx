import type { ReactNode } from "react";
import { instantInFrance } from "#contract/france-time";
import { imageAddress } from "~/images/address";
import { formatDate } from "~/ui/local-date";
import type { ContentField } from "./subject";
import { type Saying, valueWords } from "./words";

/** A field's value as people see it: pictures as pictures, days and hours in words. */
export function fieldSaid(field: ContentField, value: unknown, saying: Saying): ReactNode {
  if (field.kind === "picture" && value) return <img src={imageAddress("local", String(value), 320, 1)} alt="" className="h-24 w-auto" />;
  const at = field.kind === "moment" ? instantInFrance(String(value)) : field.kind === "date" ? String(value ?? "") : null;
  if (at) return formatDate(saying.locale, at, field.kind === "moment" ? "moment" : "short");
  return String(valueWords(field, value, saying) ?? "–");
}
