import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { describeApi } from "#backend/http/api-description";
import { everyEndpoint } from "#tests/support/endpoints";

const endpoints = await everyEndpoint();
const description = describeApi(endpoints, "https://maillon.example");

test("the description of the API is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(description)) as Record<string, unknown>);
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe("3.1");
});

test("it contains every endpoint of the contract, each with a unique name and its access", () => {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(
      methods as Record<string, { operationId: string; description: string; security?: unknown[]; parameters?: { name: string }[] }>,
    ).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  expect(operations.map(({ address }) => address).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`).sort(),
  );
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { address, description: audience, security, parameters = [] } of operations) {
    expect([address, /^(Open to everyone\.|For programs)/.test(audience)]).toEqual([address, security === undefined]);
    for (const [, name] of address.matchAll(/\{(\w+)\}/g))
      expect(
        parameters.map((one) => one.name),
        address,
      ).toContain(name);
  }
});
