import { expect, test } from "vitest";
import { type Endpoint, mayBeSlow } from "#contract/api/endpoint";
import { everyEndpoint } from "#tests/support/endpoints";

const names = ({ query }: Endpoint) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

test("whatever searches or has pages behind the login has the few connections of long lists", async () => {
  const searches = (await everyEndpoint()).filter(
    (endpoint) =>
      endpoint.method === "GET" && endpoint.access !== "public" && names(endpoint).some((name) => name === "q" || name === "page"),
  );
  expect(searches.length).toBeGreaterThan(50);
  const others = searches.filter((endpoint) => !mayBeSlow(endpoint));
  expect(others.map(({ path }) => path)).toEqual([]);
});
