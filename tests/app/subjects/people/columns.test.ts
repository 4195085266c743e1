import { expect, test } from "vitest";
import type { PersonRow } from "#contract/accounts/people";
import type { Translate } from "~/i18n/translate";
import { exportColumns } from "~/subjects/people/columns";

test("hours of a volunteer are rounded in a file as in the list of hours", () => {
  const column = exportColumns("volunteers").find(({ key }) => key === "hours");
  const row = { more: { minutes: 100 } } as unknown as PersonRow;
  expect(column?.value(row, ((key: string) => key) as unknown as Translate, "fr")).toBe(1.67);
});
