import { and, desc, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { done, on } from "#backend/http/routes";
import { registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { hashOf, newToken } from "#backend/secrets";
import { registrationLinksApi as api } from "#contract/accounts/registration-links";
import { hasPermission } from "#contract/accounts/roles";
import { instantInFrance } from "#contract/formats/france-time";
import { statusOf } from "./redemption.ts";
import { registrationLinks } from "./tables.ts";

const guestsShown = 200;

export const registrationLinkRoutes = [
  on(api.list, ({ db, query, clock }) => {
    const where = and(contains(registrationLinks, query.q), query.role && eq(registrationLinks.role, query.role));
    return pageOfRows(
      db,
      registrationLinks,
      query,
      { where, sorts: { createdAt: registrationLinks.createdAt, uses: registrationLinks.uses } },
      async (found, order) => {
        const rows = await withSector(db)
          .innerJoin(found, eq(found.id, registrationLinks.id))
          .orderBy(...order);
        return rows.map((row) => shape(row, clock()));
      },
    );
  }),

  on(api.create, async ({ db, actor, body, clock }) => {
    if (body.skipApproval && !hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS"))
      throw fieldRefusal("skipApproval", "registration-links:error.skipApproval");
    const expiresAt = body.expiresAt ? instantInFrance(body.expiresAt) : null;
    if (expiresAt && expiresAt <= clock()) throw fieldRefusal("expiresAt", "registration-links:error.past");
    if (body.sectorId && (await db.$count(sectors, eq(sectors.id, body.sectorId))) === 0)
      throw fieldRefusal("sectorId", "registration-links:error.team");
    const code = newToken();
    return db.transaction(async (tx) => {
      const values = { ...body, expiresAt, codeHash: hashOf(code), createdBy: actor.id, createdAt: clock() };
      const [link] = await tx.insert(registrationLinks).values(values).returning();
      if (!link) throw new Refusal("unexpected");
      const { label, role, maxUses, skipApproval } = link;
      const after = { label, role, maxUses, skipApproval, expiresAt: expiresAt?.toISOString() };
      await recordChange(tx, actor, { action: "registration_link.create", entityType: "registration_link", entityId: link.id, after });
      return { id: link.id, code };
    });
  }),

  on(api.get, async ({ db, params, clock }) => {
    const [row] = await withSector(db).where(eq(registrationLinks.id, params.id));
    if (!row) throw new Refusal("not_found");
    const guests = await db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, state: users.accountState, at: registrations.at })
      .from(registrations)
      .innerJoin(users, eq(users.id, registrations.userId))
      .where(eq(registrations.registrationLinkId, params.id))
      .orderBy(desc(registrations.at))
      .limit(guestsShown);
    return {
      ...shape(row, clock()),
      guests: guests.map(({ id, firstName, lastName, state, at }) => ({
        id,
        name: `${firstName} ${lastName}`,
        at: at.toISOString(),
        accepted: state === "validated",
      })),
    };
  }),

  on(api.setState, ({ db, actor, params, body: { to }, clock }) =>
    db.transaction(async (tx) => {
      const [link] = await tx.select().from(registrationLinks).where(eq(registrationLinks.id, params.id)).for("update");
      if (!link) throw new Refusal("not_found");
      if (link.state === "revoked") throw new Refusal("wrong_state");
      if (to === "active" && link.skipApproval && !hasPermission(actor, "ADMIN_MANAGE_USERS_PERMISSIONS")) throw new Refusal("forbidden");
      await tx.update(registrationLinks).set({ state: to, updatedAt: clock() }).where(eq(registrationLinks.id, link.id));
      await recordChange(tx, actor, {
        action: `registration_link.${to === "active" ? "resume" : to === "paused" ? "pause" : "revoke"}`,
        entityType: "registration_link",
        entityId: link.id,
        before: { state: link.state },
        after: { state: to },
      });
      return done;
    }),
  ),
];

function withSector(db: Db) {
  return db
    .select({ link: registrationLinks, team: sectors.name })
    .from(registrationLinks)
    .leftJoin(sectors, eq(sectors.id, registrationLinks.sectorId));
}

function shape({ link, team }: { link: typeof registrationLinks.$inferSelect; team: string | null }, now: Date) {
  return {
    ...link,
    team,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
    status: statusOf(link, now),
  };
}
