import { expect, it } from "vitest";
import { outsideOrigins, pagePolicy } from "~/server/headers.server";

const connectOf = (settings: { sentryDsn: string | null; push: boolean }) =>
  pagePolicy({ https: true, connect: outsideOrigins(settings) })
    .split("; ")
    .find((directive) => directive.startsWith("connect-src"));

it("pages call nobody else while neither error reports nor push are configured", () => {
  expect(connectOf({ sentryDsn: null, push: false })).toBe("connect-src 'self'");
});

it("pages may call the origin of the error reports, without the key in its address", () => {
  expect(connectOf({ sentryDsn: "https://key@reports.example:8443/7", push: false })).toBe(
    "connect-src 'self' https://reports.example:8443",
  );
});

it("pages may call the push provider where push is configured", () => {
  const provider = "https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com";
  expect(connectOf({ sentryDsn: null, push: true })).toBe(`connect-src 'self' ${provider}`);
});

const trustedOf = (policy: string) => policy.split("; ").filter((directive) => directive.includes("trusted-types"));

it("no text becomes markup or the address of a script but by the policies that the page's own scripts make", () => {
  expect(trustedOf(pagePolicy({ https: true }))).toEqual(["require-trusted-types-for 'script'", "trusted-types enhance"]);
  expect(trustedOf(pagePolicy({ https: true, nonce: "n" }))).toEqual(["require-trusted-types-for 'script'", "trusted-types enhance pages"]);
});
