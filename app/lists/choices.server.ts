import type * as z from "zod";
import { enumeratedValues } from "~/framework/schema-values.server";

/** The values of each enum parameter of a list; other parameters have none. */
export type Choices<Query> = { [Name in keyof Query]-?: Extract<Query[Name], string>[] };

/** The current filters of a list, and their choices. */
export type Narrowed<Query> = { query: Query; choices: Choices<Query> };

/** The choices of a list's filters, for its page, so that the browser need not load the contract and its library. */
export function choicesOf<Query>(query: z.ZodType<Query>): Choices<Query> {
  const { shape } = query as unknown as z.ZodObject;
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, enumeratedValues(field)])) as Choices<Query>;
}
