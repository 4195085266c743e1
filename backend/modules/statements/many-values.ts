import { sql } from "drizzle-orm";

/** Texts, or ids, in one parameter, however many there are. */
export const manyTexts = (values: string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
export const manyIds = (ids: string[]) => sql`(select one::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) one)`;
