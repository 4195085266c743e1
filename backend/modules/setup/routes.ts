import { eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { freeSlug } from "#backend/content/slugs";
import { on } from "#backend/http/routes";
import { ofToken } from "#backend/identity/one-time-links";
import { openSessionFor } from "#backend/identity/routes";
import { slugOf } from "#backend/modules/articles/slugs";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { setupApi } from "#contract/accounts/setup";
import { beginWithLink } from "./accounts.ts";
import { addContents, contentsIn } from "./contents.ts";
import { stateOf } from "./links.ts";
import { stepsDone } from "./progress.ts";
import { setupLinks } from "./tables.ts";

export const setupRoutes = [
  on(setupApi.link, async ({ db, clock, body: { token } }) => {
    const [link] = await db.select().from(setupLinks).where(ofToken(setupLinks, token));
    const state = stateOf(link, clock());
    if (!link || state !== "valid") return { state, email: null, hasAccount: false };
    return { state, email: link.email, hasAccount: (await db.$count(users, eq(users.email, link.email))) > 0 };
  }),

  on(setupApi.begin, async ({ body: { token, ...account }, limits, network, http, ...services }) => {
    await limits.take("passwordByNetwork", network);
    const { state, userId } = await beginWithLink(services, token, account);
    if (userId) await openSessionFor(services, http, userId);
    return { state };
  }),

  on(setupApi.progress, async ({ db, settings }) => ({ done: await stepsDone(db, settings), contents: await contentsIn(db) })),

  on(setupApi.addSector, ({ db, actor, clock, body: { name, city, postcode } }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first sector'))`);
      const now = clock();
      const values = { name, city, postcode, kind: "local_team", status: "published", publishedAt: now } as const;
      const position = sql`(select coalesce(max(position), 0) + 1 from ${sectors})`;
      const [made] = await tx
        .insert(sectors)
        .values({
          ...values,
          position,
          slug: await freeSlug(tx, sectors.slug, slugOf(name)),
          updatedBy: actor.id,
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: sectors.id });
      if (!made) throw new Refusal("unexpected");
      const after = { name, city, postcode, status: "published" };
      await recordChange(tx, actor, { action: "team.create", entityType: "team", entityId: made.id, after });
      return made;
    }),
  ),

  on(setupApi.addContents, async ({ actor, body: { contents }, ...services }) => ({ added: await addContents(services, actor, contents) })),
];
