import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { peopleApi } from "#contract/accounts/people";
import { personEditApi } from "#contract/accounts/person-edit";
import { rightsStateOf } from "#contract/accounts/rights";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
let sectorId = "";
beforeAll(async () => {
  backend = await startBackend();
  cookie = (await signIn(backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] })).cookie;
  const team = { slug: "lyon", name: "Lyon", kind: "local_team", status: "published" } as const;
  [{ id: sectorId } = { id: "" }] = await backend.services.db.insert(sectors).values(team).returning();
});
afterAll(() => backend.close());

type Sent = { method?: "POST" | "PUT"; path: string; json: object };

/** Sends a request while a change is made and not yet committed; its answer, once it is. */
async function during(change: (tx: Db) => Promise<unknown>, { method = "POST", path, json }: Sent) {
  const { db } = backend.services;
  const waiting = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
  let isAnswered = false;
  let sent: Promise<Response> | undefined;
  await db.transaction(async (tx) => {
    await change(tx);
    sent = backend.request(path, { method, cookie, json }).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await waiting()) > 0).toBe(true);
  });
  const answer = await sent;
  return { status: answer?.status, body: await answer?.json() };
}

const accountOf = async (id: string) => (await backend.services.db.select().from(users).where(eq(users.id, id)))[0];

describe.runIf(serverUrl)("a change waits for another one of the same record, and is decided by what that one left", () => {
  test("an approval of many leaves out whom somebody else has just refused", async () => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" });
    const { status, body } = await during(
      (tx) => tx.update(users).set({ accountState: "refused", stateReason: "Non" }).where(eq(users.id, id)),
      { path: peopleApi.bulk.path, json: { step: "approve", selection: { ids: [id] }, dryRun: false } },
    );
    expect([status, body]).toMatchObject([200, { changed: 0, left: [{ id, obstacles: ["decided"] }] }]);
    expect((await accountOf(id))?.accountState).toBe("refused");
  });

  test("who has just been given a team is not given it again, nor notified twice", async () => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER" });
    const { status, body } = await during((tx) => tx.update(users).set({ sectorId }).where(eq(users.id, id)), {
      path: personEditApi.assignSector.path,
      json: { list: "volunteers", selection: { ids: [id] }, sectorId, dryRun: false },
    });
    expect([status, body]).toMatchObject([200, { changed: 0 }]);
    expect(await backend.services.db.$count(outgoingMails, eq(outgoingMails.userId, id))).toBe(0);
  });

  test("rights that have just been changed are not overwritten by those of an older form", async () => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER" });
    const over = rightsStateOf({ role: "VOLUNTEER", grants: [] });
    const { status, body } = await during(
      async (tx) => {
        await tx.select().from(users).where(eq(users.id, id)).for("update");
        await tx.insert(permissionGrants).values({ userId: id, permission: "NEWS_PUBLISH" });
      },
      { method: "PUT", path: `/api/admin/permissions/${id}`, json: { role: "VOLUNTEER", grants: [], reason: "Essai", over } },
    );
    expect([status, body]).toMatchObject([422, { fieldErrors: { over: ["rights:changedMeanwhile"] } }]);
    expect(await backend.services.db.$count(permissionGrants, eq(permissionGrants.userId, id))).toBe(1);
  });

  test("no right is given in a team that has just been archived", async () => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER" });
    const [team] = await backend.services.db
      .insert(sectors)
      .values({ slug: "nantes", name: "Nantes", kind: "local_team", status: "published" })
      .returning();
    const inTeam = { permission: "ACCOUNTS_MANAGE", sectorId: team?.id, expiresOn: null };
    const { status } = await during(
      (tx) =>
        tx
          .update(sectors)
          .set({ status: "archived" })
          .where(eq(sectors.id, team?.id ?? "")),
      { method: "PUT", path: `/api/admin/permissions/${id}`, json: { role: "VOLUNTEER", grants: [inTeam], reason: "Essai" } },
    );
    expect(status).toBe(422);
    expect(await backend.services.db.$count(permissionGrants, eq(permissionGrants.userId, id))).toBe(0);
  });
});
