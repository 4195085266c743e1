import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { drawnFile, privateDownload } from "#backend/http/private-file";
import type { Module } from "#backend/module";
import { by, ofAccounts } from "#backend/privacy/personal-data";
import { countChanged, retentionLimit } from "#backend/privacy/retention";
import { AssemblySheet, MembershipRowsQuery, membershipsApi, ownMembershipApi } from "#contract/charity/memberships";
import { assemblySheet } from "./assembly.ts";
import { memberCertificate, ownCertificate } from "./certificate-pdf.ts";
import { memberLabels } from "./labels-pdf.ts";
import { followMemberships } from "./reminding.ts";
import { membershipRoutes } from "./routes.ts";
import { membershipPeriods } from "./timeline.ts";
import { proofQueue } from "./work-queue.ts";

/** What staff wrote of a person goes with an erasure; periods and numbers are documents of the accounts. */
const emptyReason = (db: Db, which: SQL) =>
  countChanged(db, sql`update memberships it set cancelled_reason = null where it.cancelled_reason is not null and ${which}`);

/** A consent proves what was taken; with its end the card is forgotten. */
const endConsents = (db: Db, which: SQL) =>
  countChanged(
    db,
    sql`update membership_renewal_consents it set state = 'ended', ended_at = now(), ended_why = 'left', customer_id = null, means_id = null
      where it.state <> 'ended' and ${which}`,
  );

const isPaid = sql`exists (select from payments where membership_id = it.id)`;

export const memberships: Module = {
  personalData: [
    {
      ...{ table: "membership_renewal_consents", columns: ["user_id"], ...by("user_id"), hidden: ["customer_id", "means_id"] },
      ...({ erasure: "anonymise", because: "proof", anonymise: endConsents } as const),
    },
    {
      ...{ table: "membership_renewals", columns: [], through: true, hidden: ["checkout_id"] },
      ...ofAccounts((ids) => sql`it.consent_id in (select id from membership_renewal_consents where user_id in ${ids})`),
      ...({ erasure: "keep", because: "proof" } as const),
    },
    { table: "memberships", columns: ["user_id"], ...by("user_id"), erasure: "anonymise", because: "accounting", anonymise: emptyReason },
  ],
  notPersonal: { "membership_plans.name": "what a plan is called" },
  timeline: [membershipPeriods],
  workQueues: [proofQueue],
  retention: [
    {
      kind: "memberships",
      table: "membership_renewal_consents",
      where: (now) => sql`it.state = 'ended' and it.ended_at <= ${retentionLimit("memberships", now)}`,
    },
    {
      kind: "memberships",
      table: "memberships",
      where: (now) => sql`it.end_date <= ${retentionLimit("memberships", now)} and (it.user_id is not null or not ${isPaid})`,
      // The dues name their membership: of one with dues, the person goes.
      async act({ db }, where) {
        const deleted = await countChanged(db, sql`delete from memberships it where ${where} and not ${isPaid}`);
        const emptied = await countChanged(db, sql`update memberships it set user_id = null, cancelled_reason = null where ${where}`);
        return deleted + emptied;
      },
    },
  ],
  demo: () => import("./demo.ts"),
  parts: (services) => ({
    endpoints: membershipRoutes,
    routers: [
      drawnFile(services, "/api/own-membership/:id/pdf", ownMembershipApi.get.access, async (actor, id, http) => {
        return ownCertificate(services, actor, id, http.get("locale"));
      }),
      drawnFile(services, "/api/admin/memberships/:id/pdf", membershipsApi.get.access, async (actor, id, http) => {
        return memberCertificate(services, actor, id, http.get("locale"));
      }),
      privateDownload(services, "/api/admin/membership-labels/pdf", membershipsApi.list.access, async (actor, http) => {
        await services.limits.take("drawnFileByPerson", actor.id);
        return memberLabels(services, actor, MembershipRowsQuery.parse(http.req.query()), http.get("locale"));
      }),
      privateDownload(services, "/api/admin/membership-assembly/pdf", membershipsApi.assembly.access, async (actor, http) => {
        await services.limits.take("drawnFileByPerson", actor.id);
        const requested = AssemblySheet.safeParse(http.req.query()).data;
        if (!requested) return null;
        return assemblySheet(services, actor, requested, http.get("locale"));
      }),
    ],
    jobs: (services) => [{ name: "follow-memberships", every: "23 * * * *", run: () => followMemberships(services) }],
  }),
};
