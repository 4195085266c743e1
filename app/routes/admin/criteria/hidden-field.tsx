import type { FieldMetadata } from "@conform-to/react";

/** What a row of a list carries along, such as the name that answers are kept under. */
export function HiddenField({ field }: { field: Pick<FieldMetadata<unknown>, "name" | "key"> & { initialValue?: unknown } }) {
  return <input key={field.key} type="hidden" name={field.name} defaultValue={String(field.initialValue ?? "")} />;
}
