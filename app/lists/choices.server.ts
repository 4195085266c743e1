import type * as z from "zod";
import { enumeratedValues } from "~/framework/schema-values.server";

/** Of each parameter of a list, the values it may have, where they are numbered; none of the others. */
export type Choices<Query> = { [Name in keyof Query]-?: Extract<Query[Name], string>[] };

/** What filters are made from: what a list is narrowed to now, and could be. */
export type Narrowed<Query> = { query: Query; choices: Choices<Query> };

/** What a list can be narrowed to, for its page: so that the browser need not load the contract, and its library, to know. */
export function choicesOf<Query>(query: z.ZodType<Query>): Choices<Query> {
  const { shape } = query as unknown as z.ZodObject;
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, enumeratedValues(field)])) as Choices<Query>;
}
