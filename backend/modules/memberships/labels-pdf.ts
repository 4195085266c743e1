import { and, asc, desc, eq, gte } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { loggedQuery } from "#backend/modules/audit/exports";
import { fieldSheet } from "#backend/modules/check-ins/field-sheet";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { type MembershipRowsQuery, mostLabels } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { writtenCode } from "#contract/formats/typed-code";
import { untilText } from "./activating.ts";
import { membershipsMatching } from "./list.ts";
import { membershipPlans, memberships } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate">;

/**
 * Labels of the list: one for each member of those of a query that are active and not over, that of the latest end, by name, with the code of the card
 * that the door reads; null where there are none. More than a file takes are refused, since one that silently lacks some is worse than none.
 */
export async function memberLabels(services: Deps, actor: Actor, query: MembershipRowsQuery, locale: Locale): Promise<PrivateFile | null> {
  const { db, clock, settings, translate } = services;
  const now = clock();
  const isLive = and(eq(memberships.status, "active"), gte(memberships.validUntil, franceDay(now)));
  const rows = await db
    .selectDistinctOn([users.lastName, users.firstName, users.id], {
      row: memberships,
      plan: membershipPlans.name,
      userId: users.id,
      name: fullName(users),
    })
    .from(memberships)
    .innerJoin(membershipPlans, eq(membershipPlans.id, memberships.planId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(await membershipsMatching(db, now, query), isLive))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id), desc(memberships.endDate), asc(memberships.id))
    .limit(mostLabels + 1);
  if (rows.length === 0) return null;
  if (rows.length > mostLabels) throw new Refusal("wrong_state");
  const codes = await issueCodes(
    services,
    "membership",
    rows.map(({ userId }) => userId),
  );
  const { page: _page, perPage: _perPage, ...filters } = query;
  const logged = new URLSearchParams(Object.entries(filters).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])));
  await recordChange(db, actor, {
    ...({ action: "list.export", entityType: "list", entityId: "/dashboard/admin/memberships/labels.pdf" } as const),
    after: { query: loggedQuery(logged.toString()), rows: rows.length },
  });
  const head = { title: translate(locale, "memberships:labels.title"), author: settings.organisation, locale, at: now, margin: 0 };
  const fields = rows.map(({ row, plan, userId, name }) => {
    const issued = codes.get(userId);
    const about = row.number ?? readIn(locale, plan).text;
    return { name, code: issued?.code ?? "", letters: writtenCode(issued?.letters ?? ""), about, under: untilText(translate, locale, row) };
  });
  return { bytes: await fieldSheet(head, "labels", fields), mime: "application/pdf", name: "labels.pdf" };
}
