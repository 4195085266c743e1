import { expect, test } from "vitest";
import { waitText } from "#contract/formats/duration";

test.each([
  [1, "1 seconde", "1 second"],
  [90, "90 secondes", "90 seconds"],
  [91, "2 minutes", "2 minutes"],
  [2_917, "49 minutes", "49 minutes"],
  [5_401, "2 heures", "2 hours"],
  [86_400, "24 heures", "24 hours"],
])("a wait of %i seconds is told as %s, or %s", (seconds, french, english) => {
  expect([waitText("fr", seconds).replace(/\s/, " "), waitText("en", seconds)]).toEqual([french, english]);
});
