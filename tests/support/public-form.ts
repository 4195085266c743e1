import { afterAll, beforeAll } from "vitest";
import { startBackend, testClock } from "./backend";
import { oldProof } from "./form-proof";
import { type Site, startSite } from "./site";

/** A site whose clock the test moves: forms open to everyone are refused when they are sent too soon. */
export function siteWithClock(parts: Parameters<typeof startBackend>[0] = {}) {
  const time = testClock(new Date());
  const opened = {} as { site: Site; time: typeof time; proof(): Promise<string>; open(path: string): Promise<string> };
  beforeAll(async () => {
    const site = await startSite({}, await startBackend({ ...parts, clock: time.clock }));
    const open = async (path: string) => (await site.visit(path)).text();
    const proof = () => oldProof(site.backend, time);
    Object.assign(opened, { site, time, proof, open });
  });
  afterAll(() => opened.site.backend.close());
  return opened;
}
