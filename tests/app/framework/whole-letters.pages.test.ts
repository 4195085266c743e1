import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

// React fills a buffer of 2,048 bytes, and sends all of it when a multi-byte character does not fit at its end: browsers show the zeros in a field as �.
test("multi-byte characters may be anywhere in a page, and no zero bytes are inserted", async () => {
  const shifts = Array.from({ length: 8 }, (_, shift) => `${"a".repeat(shift)}${"é€".repeat(96)}`);
  for (const words of shifts) {
    const bytes = new Uint8Array(
      await (await site.visit(`/dashboard/admin/press?q=${encodeURIComponent(words)}`, { cookie })).arrayBuffer(),
    );
    expect(bytes.indexOf(0)).toBe(-1);
    expect(new TextDecoder().decode(bytes)).toContain(words);
  }
});
