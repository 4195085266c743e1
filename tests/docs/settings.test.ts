import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type * as z from "zod";
import { backendEnvironment } from "#backend/config";
import { webEnvironment } from "~/api/settings.server";

/** What only the build reads. */
const ofTheBuild = {
  SENTRY_AUTH_TOKEN: "With the next two, sends source maps to the error reports' service, under the build's id.",
  SENTRY_ORG: "Its organisation.",
  SENTRY_PROJECT: "Its project.",
  SENTRY_URL: "Its address, where it is not sentry.io.",
};

/** What only `compose.yaml` reads. */
const ofCompose = {
  POSTGRES_PASSWORD:
    "Password of the database that `docker compose` starts; required there, letters and digits only, since it is part of an address.",
};

type Setting = { name: string; description: string; value: string };

function settingsIn(shape: Record<string, z.ZodType>): Setting[] {
  return Object.entries(shape).map(([name, schema]) => ({ name, description: schema.description ?? "", value: defaultOf(schema) }));
}

function described(descriptions: Record<string, string>): Setting[] {
  return Object.entries(descriptions).map(([name, description]) => ({ name, description, value: "" }));
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.safeParse(undefined).data;
  if (Array.isArray(value)) return value.join(",");
  return value === undefined || typeof value === "object" ? "" : String(value);
}

const web = settingsIn(webEnvironment.shape);
const backend = settingsIn(backendEnvironment.shape);
const isIn = (others: Setting[]) => (one: Setting) => others.some(({ name }) => name === one.name);
const groups: [string, Setting[]][] = [
  ["Both tiers", web.filter(isIn(backend))],
  ["The web tier", web.filter((one) => !isIn(backend)(one))],
  ["The backend", backend.filter((one) => !isIn(web)(one))],
  ["The build", described(ofTheBuild)],
  ["Docker Compose", described(ofCompose)],
];

function table(settings: Setting[]): string {
  const rows = settings.map(({ name, value, description }) => `| \`${name}\` | ${value && `\`${value}\``} | ${description} |`);
  return ["| setting | default | what for |", "| --- | --- | --- |", ...rows].join("\n");
}

const notice =
  "Made from the schemas in `app/api/settings.server.ts` and `backend/config.ts`: `npx vitest run tests/docs/settings.test.ts -u`.";

test("docs/settings.md says what each setting is for, as the schemas do", async () => {
  const sections = groups.map(([title, settings]) => `## ${title}\n\n${table(settings)}\n`);
  const text = `# Settings

${notice}

From the environment or a \`.env\` file; the environment wins. An empty value counts as a missing one. A wrong value stops the start with one message that names every fault. A process that is site and backend in one reads all of them.

What the charity says of itself (name, colour, contact, legal identity, account, profiles, tax relief, receipts) is saved at \`/dashboard/admin/organisation\`, part by part: a part that was saved there comes before these settings.

${sections.join("\n")}`;
  await expect(text).toMatchFileSnapshot("../../docs/settings.md");
});

test(".env.example names each setting with its default", async () => {
  const sections = groups.map(([title, settings]) => {
    const lines = settings.map(({ name, value, description }) => `# ${description.replaceAll("`", "")}\n# ${name}=${value}\n`);
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  const text = `# Copy to .env and take the sign away from the lines that you change.\n# ${notice.replaceAll("`", "")}\n\n${sections.join("\n")}`;
  await expect(text).toMatchFileSnapshot("../../.env.example");
});

test("every setting says what it is for", () => {
  expect([...web, ...backend].filter(({ description }) => description.length < 10).map(({ name }) => name)).toEqual([]);
});

test("what compose.yaml requires is in .env.example", () => {
  const required = [...readFileSync("compose.yaml", "utf8").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => `# ${name}=`);
  expect(required).not.toEqual([]);
  const lines = readFileSync(".env.example", "utf8").split("\n");
  expect(required.filter((line) => !lines.includes(line))).toEqual([]);
});
