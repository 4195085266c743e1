import type { ContentField, ContentSubject, FieldGroup } from "./subjects/subject";

/** A group with its fields; without a name it has no title. */
export type OpenGroup = Omit<FieldGroup, "name" | "fields"> & { name?: FieldGroup["name"]; fields: readonly ContentField[] };

/** The given fields of a subject in its groups, those without any field left out. */
export function groupsOf({ groups }: Pick<ContentSubject, "groups">, fields: readonly ContentField[]): OpenGroup[] {
  if (!groups) return [{ fields }];
  const opened = groups.map((group) => ({
    ...group,
    fields: group.fields.flatMap((name) => fields.find((field) => field.name === name) ?? []),
  }));
  return opened.filter((group) => group.fields.length > 0);
}
