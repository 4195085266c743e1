import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { expect, test } from "vitest";
import { withoutPeople } from "#contract/api/error-reports";
import { logSerializers } from "#contract/api/logged-errors";

function logged(err: unknown): string {
  const lines: string[] = [];
  pino({ serializers: logSerializers }, { write: (line: string) => void lines.push(line) }).error({ err }, "failed");
  return lines.join("");
}

test("a failed query is logged with its text, code, constraint and table, and with no value of it", () => {
  const cause = Object.assign(new Error('new row for relation "pledges" violates check constraint "no_more"'), {
    code: "23514",
    table: "pledges",
    constraint: "no_more",
    detail: "Failing row contains (Needle).",
    where: "PL/pgSQL Needle",
    internalQuery: "select 'Needle'",
    parameters: ["Needle"],
  });
  const line = logged(new DrizzleQueryError('insert into "pledges" ("name") values ($1)', ["Needle\n    at Needle (a.ts:1:1)"], cause));
  expect(line).not.toContain("Needle");
  expect(JSON.parse(line).err).toMatchObject({
    message: 'Failed query: insert into "pledges" ("name") values ($1)',
    stack: expect.stringContaining("logged-errors.test.ts"),
    causes: [{ code: "23514", table: "pledges", constraint: "no_more" }],
  });
});

test.each([
  ['invalid input syntax for type uuid: "Needle "quoted" words"', "invalid input syntax for type uuid: [text]"],
  ['value "Needle" is out of range for type integer', "value [text] is out of range for type integer"],
  ["Unexpected token 'N', \"Needle\" is not valid JSON", "Unexpected token 'N', [text] is not valid JSON"],
  ['[GET] "https://geocoder.example/search?q=Needle": 500', '[GET] "https://geocoder.example/search": 500'],
  ["550 no such mailbox <needle@example.org>", "550 no such mailbox <[mail]>"],
  ['duplicate key value violates unique constraint "users_email"', 'duplicate key value violates unique constraint "users_email"'],
])("what someone typed leaves the words of an error: %s", (message, logged) => expect(withoutPeople(message)).toBe(logged));

test("custom properties of an error and of its causes are not logged", () => {
  const inner = Object.assign(new Error("inner"), { response: "550 Needle", rejected: ["Needle"] });
  const outer = Object.assign(new AggregateError([inner], "outer", { cause: inner }), { body: { name: "Needle" } });
  const thrown = logged(outer);
  expect(thrown).toMatch(/outer.*inner/);
  expect([thrown, logged({ name: "Needle" })].join()).not.toContain("Needle");
});

test("an error that a library has copied into an object is logged like any other, without its values", () => {
  const error = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED", params: ["camille@example.org"] });
  const { message, stack } = error;
  const copied = JSON.parse(logged({ ...error, message, stack, queue: "mails" })).err;
  expect(copied).toMatchObject({ message: "connection refused", code: "ECONNREFUSED", stack: expect.stringContaining("at ") });
  expect(JSON.stringify(copied)).not.toContain("camille");
  expect(JSON.parse(logged({ text: "something else" })).err).toBe("object");
});
