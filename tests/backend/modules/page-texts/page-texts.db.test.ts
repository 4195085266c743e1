import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pageTexts } from "#backend/modules/page-texts/tables";
import { backendForTest } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

test.runIf(serverUrl)(
  "of many first texts of a page at once, in either language, one is kept and in the log; the others are refused",
  async () => {
    const backend = await backendForTest();
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const save = (_: unknown, at: number) => {
      const json = { locale: at % 2 ? "fr" : "en", texts: { lead: `Text ${at}` }, version: 0 };
      return backend.request("/api/admin/page-texts/story", { method: "PUT", cookie, json });
    };
    const answers = await Promise.all(Array.from({ length: 10 }, save));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await db.select({ version: pageTexts.version }).from(pageTexts)).toEqual([{ version: 1 }]);
    expect(await db.$count(auditLog, eq(auditLog.entityId, "story"))).toBe(1);
  },
);
