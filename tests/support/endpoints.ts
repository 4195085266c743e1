import { globSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { ruleQuestions } from "#contract/accounts/criteria-editing";
import type { Endpoint } from "#contract/api/endpoint";

/** Every endpoint of the contract, from the `…Api` objects of its files. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = globSync("contract/**/*.ts").sort();
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ resolve(file)) as Promise<Record<string, object>>));
  return modules.flatMap((module) => Object.entries(module).flatMap(([name, value]) => (name.endsWith("Api") ? endpointsIn(value) : [])));
}

/** The endpoints of an `…Api` object, also where it holds them in groups. */
function endpointsIn(value: unknown): Endpoint[] {
  if (value === null || typeof value !== "object") return [];
  return "method" in value && "path" in value ? [value as Endpoint] : Object.values(value).flatMap(endpointsIn);
}

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
};

export const formats = {
  uuid: "3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d",
  date: "2027-01-15",
  "date-time": "2027-01-15T10:00:00Z",
  email: "aya@maillon.example",
  uri: "https://maillon.example",
};
const texts = [
  "Un texte",
  "un-texte",
  "/dashboard/admin/mails",
  "0".repeat(64),
  "0612345678",
  "2027",
  "2027-01-15T10:00",
  "2026-10",
  "10:00",
  "evt_1",
];

/** Fields whose rules a JSON schema cannot say. */
const known: Record<string, unknown> = {
  // Hours are of a day that is over, and not long ago.
  date: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
  minutes: 60,
  iso2: "FR",
  iso3: "FRA",
  dialCode: "+33",
  postcode: "69007",
  country: "FR",
  siret: "73282932000074",
  fiscalYearEnd: "31/12",
  key: "un_texte",
  redirectUris: ["https://maillon.example/retour"],
  target: "/dashboard",
  // Typed twice.
  password: "quatre vélos sous la pluie",
  again: "quatre vélos sous la pluie",
  reference: "DON-7K4M-Q2ZP",
  secondReference: "DON-3R8T-K2LM",
  mapping: { day: 0, amount: 1 },
  path: "/news",
  // A reduced price is lower than the price.
  priceCents: 1_500,
  reducedCents: 500,
  // A campaign in the inbox alone has neither.
  subscribers: false,
  // It is no draft to people who were chosen in a list.
  chosen: false,
  // It is about no event, whose participants alone it would be for.
  eventId: null,
  eventStatuses: [],
  quotaIds: [],
  attachmentIds: [],
  questions: Object.entries(ruleQuestions).map(([key, kind]) => ({ key, kind, label: { fr: "Une question" } })),
};

/** A value that a schema accepts, with every field it knows. */
export function exampleOf(schema: z.ZodType | undefined): unknown {
  return schema && fill(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema);
}

/** One such value for each of the schema's variants, and for each choice of its fields. */
export function examplesOf(schema: z.ZodType | undefined): unknown[] {
  if (!schema) return [undefined];
  const { anyOf, oneOf, ...whole } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return (anyOf ?? oneOf ?? [whole]).flatMap((variant) => {
    const example = fill(variant);
    const choices = Object.entries(variant.properties ?? {}).flatMap(([name, field]) =>
      (field.enum ?? []).map((value) => [name, value] as const),
    );
    return choices.length > 0 ? choices.map(([name, value]) => ({ ...(example as object), [name]: value })) : [example];
  });
}

function fill(schema: Schema): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return fill(variant);
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, name in known ? known[name] : fill(field)]),
    );
  if (schema.prefixItems) return schema.prefixItems.map(fill);
  if (schema.type === "array") return schema.items ? [fill(schema.items)] : [];
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  const { format = "", pattern, minLength = 0 } = schema;
  return (
    (formats as Record<string, string>)[format] ??
    texts.find((text) => text.length >= minLength && (!pattern || new RegExp(pattern).test(text))) ??
    ""
  );
}

/** The same value once for each place in it, with something else there. */
export function withElsewhere(value: unknown, other: unknown): { place: string; value: unknown }[] {
  const inside = (key: string | number, part: unknown, put: (changed: unknown) => unknown) =>
    withElsewhere(part, other).map(({ place, value: changed }) => ({ place: `${key}${place && `.${place}`}`, value: put(changed) }));
  const whole = [{ place: "", value: other }];
  if (Array.isArray(value)) return [...whole, ...value.flatMap((part, i) => inside(i, part, (changed) => value.with(i, changed)))];
  if (value === null || typeof value !== "object") return whole;
  return [...whole, ...Object.entries(value).flatMap(([key, part]) => inside(key, part, (changed) => ({ ...value, [key]: changed })))];
}
