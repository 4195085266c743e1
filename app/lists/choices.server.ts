import type * as z from "zod";

/** Of each parameter of a list, the values it may have, where they are numbered; none of the others. */
export type Choices<Query> = { [Name in keyof Query]-?: Extract<Query[Name], string>[] };

/** What filters are made from: what a list is narrowed to now, and could be. */
export type Narrowed<Query> = { query: Query; choices: Choices<Query> };

/** What a list can be narrowed to, for its page: so that the browser need not load the contract, and its library, to know. */
export function choicesOf<Query>(query: z.ZodType<Query>): Choices<Query> {
  const { shape } = query as unknown as z.ZodObject;
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, valuesOf(field)])) as Choices<Query>;
}

function valuesOf(schema: z.core.$ZodType): unknown[] {
  const { entries, innerType } = schema._zod.def as { entries?: Record<string, string>; innerType?: z.core.$ZodType };
  if (entries) return Object.values(entries);
  return innerType ? valuesOf(innerType) : [];
}
