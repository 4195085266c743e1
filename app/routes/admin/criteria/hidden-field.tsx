import type { FieldMetadata } from "@conform-to/react";

/** A hidden field of a list's row, such as the name under which answers are stored. */
export function HiddenField({ field }: { field: Pick<FieldMetadata<unknown>, "name" | "key"> & { initialValue?: unknown } }) {
  return <input key={field.key} type="hidden" name={field.name} defaultValue={String(field.initialValue ?? "")} />;
}
