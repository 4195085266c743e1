import type { ReactNode } from "react";
import { instantInFrance } from "#contract/formats/france-time";
import { imageUrl } from "~/images/image-url";
import { formatDate } from "~/ui/local-date";
import { type ValueTexts, valueText } from "./labels";
import type { ContentField } from "./subjects/subject";

/** A field's value as people see it: pictures as pictures, days and hours in words. */
export function fieldContent(field: ContentField, value: unknown, valueTexts: ValueTexts): ReactNode {
  if (field.kind === "picture" && value) return <img src={imageUrl("local", String(value), 320, 1)} alt="" className="h-24 w-auto" />;
  const at = field.kind === "moment" ? instantInFrance(String(value)) : field.kind === "date" ? String(value ?? "") : null;
  if (at) return formatDate(valueTexts.locale, at, field.kind === "moment" ? "moment" : "short");
  return String(valueText(field, value, valueTexts) ?? "–");
}
