import { expect, test } from "vitest";
import { nearestSector } from "#backend/modules/sectors/nearest";

const at = (name: string, postcode: string) => ({ name, city: name, postcode, latitude: null, longitude: null });

test.each([
  ["97110", "Pointe-à-Pitre"],
  ["97400", "Saint-Denis"],
  ["97300", undefined],
  ["69003", "Lyon"],
  ["69 003", "Lyon"],
  ["97 400", "Saint-Denis"],
])("the postcode %s belongs to the département of %s", (typed, name) => {
  const sectors = [at("Lyon", "69001"), at("Saint-Denis", "97490"), at("Pointe-à-Pitre", "97139")];
  expect(nearestSector(sectors, typed)?.name).toBe(name);
});
