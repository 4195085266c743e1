import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "#contract/api/endpoint";

type Declarations = Map<string, string>;
/** What a file declares, by name, and where its imported names are declared. */
type Source = { declared: Declarations; imported: Map<string, { file: string; name: string }> };

const begins = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm;

function declarationsOf(text: string): Declarations {
  const found = [...text.matchAll(begins)];
  return new Map(found.map((one, at) => [one[1] ?? "", text.slice(one.index, found[at + 1]?.index)]));
}

/** The file that an import of ours leads to. */
const fileOf = (from: string, path: string) =>
  `${path.startsWith("#") ? path.slice(1) : join(dirname(from), path)}`.replace(/(\.ts)?$/, ".ts");

function importsOf(file: string, text: string): Source["imported"] {
  const imports = text.matchAll(/^import \{([^}]+)\} from "([#.][^"]+)";/gm);
  return new Map(
    [...imports].flatMap(([, names = "", path = ""]) =>
      names.split(",").map((one) => {
        const [name = "", local = name] = one
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        return [local, { file: fileOf(file, path), name }] as const;
      }),
    ),
  );
}

const sources = new Map(
  globSync("backend/**/*.ts").map((file): [string, Source] => {
    const text = readFileSync(file, "utf8");
    return [file, { declared: declarationsOf(text), imported: importsOf(file, text) }];
  }),
);

/** Every wait of a request for the provider of payments goes through `soon` of its port. */
const wait = { file: "backend/ports/payment-provider.ts", name: "soon" };
const known = new Map<string, boolean>();

function waits(file: string, name: string): boolean {
  if (file === wait.file) return name === wait.name;
  const id = `${file} ${name}`;
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, false);
  const source = sources.get(file);
  const text = source?.declared.get(name);
  const result = source !== undefined && text !== undefined && textWaits(file, source, text);
  known.set(id, result);
  return result;
}

function textWaits(file: string, { declared, imported }: Source, text: string): boolean {
  return [...new Set(text.match(/\b[a-z]\w+(?=\()/gi))].some((called) => {
    const from = imported.get(called);
    return from ? waits(from.file, from.name) : declared.has(called) && waits(file, called);
  });
}

/** The endpoints of a file whose handlers wait: the name of their contract, and their own. */
function waitingIn(file: string, source: Source) {
  const text = readFileSync(file, "utf8");
  const handlers = text.split(/\bon\(\s*(?=\w+Api\.\w+,)/).slice(1);
  return handlers.flatMap((handler) => {
    const [, api = "", name = ""] = /^(\w+)\.(\w+)/.exec(handler) ?? [];
    return textWaits(file, source, handler.split(/^\];/m)[0] ?? "") ? [{ api, name, contract: source.imported.get(api)?.file }] : [];
  });
}

test("a request that waits for the provider of payments holds no transaction meanwhile", async () => {
  const waiting = [...sources].flatMap(([file, source]) => waitingIn(file, source));
  const endpoints = waiting.map(async ({ api, name, contract }) => {
    const apis: Record<string, Record<string, Endpoint>> = await import(/* @vite-ignore */ `../../../${contract}`);
    const { method, repeatable } = apis[api]?.[name] ?? {};
    return [`${api}.${name}`, method === "GET" || repeatable === true];
  });
  const found: Record<string, boolean> = Object.fromEntries(await Promise.all(endpoints));
  // These are found, so that the test does not pass because it finds none.
  const some = [
    "ownMembershipApi.checkout",
    "ownMembershipApi.withdraw",
    "membershipsApi.cancel",
    "membershipsApi.pay",
    "cardPaymentsApi.open",
  ];
  const gifts = ["stop", "setAmount", "pause", "portal"].map((name) => `ownGiftsApi.${name}`);
  expect(Object.keys(found)).toEqual(expect.arrayContaining([...some, ...gifts, "pledgesApi.setStatus", "paymentsApi.reverse"]));
  // Undoing a match gives its correction no provider.
  expect(Object.keys(found).filter((name) => !found[name])).toEqual(["statementsApi.undo"]);
});
