import type { ReactNode } from "react";
import { instantInFrance } from "#contract/formats/france-time";
import { imageAddress } from "~/images/image-url";
import { formatDate } from "~/ui/local-date";
import { type Saying, valueWords } from "./labels";
import type { ContentField } from "./subject";

/** A field's value as people see it: pictures as pictures, days and hours in words. */
export function fieldContent(field: ContentField, value: unknown, saying: Saying): ReactNode {
  if (field.kind === "picture" && value) return <img src={imageAddress("local", String(value), 320, 1)} alt="" className="h-24 w-auto" />;
  const at = field.kind === "moment" ? instantInFrance(String(value)) : field.kind === "date" ? String(value ?? "") : null;
  if (at) return formatDate(saying.locale, at, field.kind === "moment" ? "moment" : "short");
  return String(valueWords(field, value, saying) ?? "–");
}
