import { expect, test } from "vitest";
import type { Column } from "~/lists/column";
import { chosenColumns } from "~/lists/columns-shown";

const columns = ["title", "kind", "day", "order"].map(
  (key): Column<unknown> => ({ key, header: () => key, value: () => key, always: key === "order" }),
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
