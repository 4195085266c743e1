import { expect, test } from "vitest";
import type { Translate } from "~/i18n/translate";
import type { Column } from "~/lists/column";
import { cardPlaces, chosenColumns, columnsOnScreen } from "~/lists/columns-shown";

const columns = ["title", "kind", "day", "order"].map(
  (key): Column<unknown> => ({ key, header: () => key, value: () => key, alwaysShown: key === "order" }),
);
const shown = (query: string) => chosenColumns(columns, new URLSearchParams(query)).map(({ key }) => key);

test.each([
  ["", ["title", "kind", "day", "order"]],
  ["columns=title&columns=day", ["title", "day", "order"]],
  ["columns=day&columns=kind", ["title", "kind", "day", "order"]],
  ["columns=title", ["title", "order"]],
  ["columns=unknown", ["title", "kind", "day", "order"]],
  ["columns=", ["title", "kind", "day", "order"]],
])("of four columns, ?%s shows %j", (query, expected) => expect(shown(query)).toEqual(expected));

type Row = { team: string | null; english: "reviewed" | "none"; changed: string };

const listColumns: Column<Row>[] = [
  { key: "title", header: () => "", value: () => null },
  { key: "team", header: () => "", value: ({ team }) => team },
  { key: "english", header: () => "", value: ({ english }) => english, isDefaultValue: ({ english }) => english === "reviewed" },
  { key: "changed", header: () => "", value: ({ changed }) => changed, hiddenByDefault: true },
];
const row = (more: Partial<Row>): Row => ({ team: null, english: "reviewed", changed: "2026", ...more });
const onScreen = (query: string, rows: Row[]) =>
  columnsOnScreen(listColumns, new URLSearchParams(query), { rows, t: ((key: string) => key) as Translate, locale: "fr" }).map(
    ({ key }) => key,
  );

test.each([
  ["empty and as usual in every row", "", [row({}), row({})], ["title"]],
  ["filled in one row", "", [row({}), row({ team: "Lyon" })], ["title", "team"]],
  ["unusual in one row", "", [row({}), row({ english: "none" })], ["title", "english"]],
  ["of a list without rows", "", [], ["title", "team", "english"]],
  ["extra, until someone sorts by it", "sort=changed", [row({})], ["title", "changed"]],
  ["chosen, also empty ones", "columns=title&columns=team&columns=changed", [row({})], ["title", "team", "changed"]],
])("a column is left out of the screen: %s", (_, query, rows, expected) => expect(onScreen(query, rows)).toEqual(expected));

const places = (chosen: boolean, ...others: Pick<Column<unknown>, "key" | "card">[]) =>
  cardPlaces(
    [{ key: "name" }, ...others].map((column): Column<unknown> => ({ header: () => "", value: () => "", ...column })),
    chosen,
  );

test("on a card a state is beside the name, two columns are in the line under it, and the others are left out unless they were chosen", () => {
  const keys = ["status", "team", "day", "ticket"].map((key) => ({ key }));
  expect(places(false, ...keys)).toEqual([undefined, "corner", "line", "line", "none"]);
  expect(places(true, ...keys)).toEqual([undefined, "corner", "line", "line", "named"]);
  expect(places(false, { key: "since", card: "corner" }, { key: "file", card: "fact" })).toEqual([undefined, "corner", "fact"]);
  expect(places(true, { key: "votes", card: "none" })).toEqual([undefined, "named"]);
});
