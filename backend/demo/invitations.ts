import { readFileSync } from "node:fs";
import { and, asc, eq, ne, notInArray } from "drizzle-orm";
import { registrations } from "#backend/modules/registration/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { users } from "#backend/modules/users/tables";
import { hashOf, newToken } from "#backend/secrets";
import { registrationKinds, roleOfKind } from "#contract/accounts/registration-steps";
import type { Db } from "../db/client.ts";

const day = 86_400_000;

type Invitation = Pick<typeof registrationLinks.$inferInsert, "label" | "role" | "maxUses" | "state" | "skipApproval"> & {
  team: string | null;
  /** How many generated people registered by it. */
  guests: number;
  madeDaysAgo: number;
  endsInDays: number | null;
};
type Given = { sectors: Map<string, string>; people: Map<string, string>; now: Date };

/** Invitations in each state, from `invitations.json`, with the people who registered by them. Their codes are unknown. */
export async function addInvitations(tx: Db, { sectors, people, now }: Given) {
  const source = JSON.parse(readFileSync("backend/demo/invitations.json", "utf8")) as Invitation[];
  const createdBy = people.get("admin@maillon.example") ?? "";
  const taken = [...people.values()];
  for (const { team, guests, madeDaysAgo, endsInDays, ...invitation } of source) {
    const createdAt = new Date(now.getTime() - madeDaysAgo * day);
    const here = and(eq(users.role, invitation.role), ne(users.accountState, "left"), notInArray(users.id, taken));
    const came = await tx.select({ id: users.id }).from(users).where(here).orderBy(asc(users.email)).limit(guests);
    taken.push(...came.map(({ id }) => id));
    const [link] = await tx
      .insert(registrationLinks)
      .values({
        ...invitation,
        codeHash: hashOf(newToken()),
        sectorId: team && sectors.get(team),
        uses: came.length,
        expiresAt: endsInDays === null ? null : new Date(now.getTime() + endsInDays * day),
        createdBy,
        createdAt,
        updatedAt: createdAt,
      })
      .returning();
    const kind = registrationKinds.find((one) => roleOfKind[one] === invitation.role);
    if (!link || !kind || came.length === 0) continue;
    const at = (guest: number) => new Date(createdAt.getTime() + ((guest + 1) / (guests + 1)) * (madeDaysAgo - 21) * day);
    await tx.insert(registrations).values(came.map(({ id }, guest) => ({ userId: id, kind, at: at(guest), registrationLinkId: link.id })));
  }
}
