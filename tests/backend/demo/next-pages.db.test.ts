import { and, eq } from "drizzle-orm";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { openBackend } from "#backend/composition";
import { backendEnvironment } from "#backend/config";
import { openSession } from "#backend/identity/sessions";
import { users } from "#backend/modules/users/tables";
import { publicUrl } from "#tests/support/backend";
import { everyEndpoint } from "#tests/support/endpoints";
import { temporaryFolder } from "#tests/support/temporary-folder";

type Page = { items: { id: string }[]; next?: string | null };

/** The articles of the site, whose pages are cached; a column of several values; searches, which are grouped. */
const byNumberOnly = /^\/api\/(articles\?|admin\/(shortcuts|projects)\?sort=(roles|sectorIds)|admin\/unanswered-searches)/;

test("in every list and each of its orders, the next page begins after the last row of the page before", { timeout: 300_000 }, async () => {
  const environment = backendEnvironment.parse({ DATA_FOLDER: temporaryFolder("demo"), RUN_JOBS: "false" });
  const { services, fetch, close } = await openBackend(environment, { publicUrl, log: pino({ level: "silent" }), reports: null });
  onTestFinished(close);
  const [admin] = await services.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  const { access, refresh } = await openSession(services.db, new Date(), { userId: admin?.id ?? "" });
  const read = async (path: string): Promise<Page | null> => {
    const headers = { cookie: `access=${access}; refresh=${refresh}`, origin: publicUrl };
    const answer = await fetch(new Request(publicUrl + path, { headers }), { ip: "192.0.2.1" });
    return answer.status === 200 ? ((await answer.json()) as Page) : null;
  };
  const lists = (await everyEndpoint()).filter(({ method, path }) => method === "GET" && !path.includes(":") && !path.endsWith("/records"));
  const compared: string[] = [];
  const wrong: string[] = [];
  for (const { path, query } of lists) {
    const { sort, after } = query instanceof z.ZodObject ? query.shape : {};
    if (!sort || !after || ((await read(`${path}?perPage=2`))?.items.length ?? 0) < 2) continue;
    const values = z.toJSONSchema(sort as z.ZodType, { io: "input", unrepresentable: "any" }).enum as string[];
    for (const list of values.flatMap((value) => ["asc", "desc"].map((order) => `${path}?sort=${value}&order=${order}&perPage=1`))) {
      const first = await read(list);
      const second = first?.items[0] && (await read(`${list}&page=2`));
      if (!second?.items[0]) continue;
      compared.push(list);
      if (!first?.next && byNumberOnly.test(list)) continue;
      const next = first?.next && (await read(`${list}&after=${first.next}`));
      if (!next || next.items[0]?.id !== second.items[0].id) wrong.push(`${list}: ${first?.next ? "another row" : "no next page"}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(compared.length).toBeGreaterThan(40);
});
