import { sql } from "drizzle-orm";
import { drawnFile } from "#backend/http/private-file";
import { requireEvent } from "#backend/identity/event-scope";
import type { Module } from "#backend/module";
import { by, ofAccounts, type PersonalData } from "#backend/privacy/personal-data";
import { oldSince, retentionLimit } from "#backend/privacy/retention";
import { eventCodesApi, SheetQuery } from "#contract/charity/check-ins";
import { checkInRoutes } from "./routes.ts";
import { codeSheet } from "./sheets-pdf.ts";

/** Rows about the registrations of these people. */
const ofTheirRegistrations = ofAccounts((ids) => sql`it.registration_id in (select id from event_registrations where user_id in ${ids})`);

/** Deleted before the registrations that they are found by. */
const personalData: PersonalData[] = [
  { table: "check_ins", columns: ["registration_id"], ...ofTheirRegistrations, through: true, erasure: "delete" },
  { table: "scan_attempts", columns: ["registration_id"], ...ofTheirRegistrations, through: true, erasure: "delete" },
  { table: "door_codes", columns: ["registration_id"], ...ofTheirRegistrations, hidden: ["lookup"], through: true, erasure: "delete" },
  { table: "door_codes", columns: ["user_id"], ...by("user_id"), hidden: ["lookup"], erasure: "delete" },
  { table: "event_door_people", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
];

const staff = "who stood at the door: staff, in the exercise of their office";

export const checkIns: Module = {
  personalData,
  notPersonal: {
    "check_ins.by_user_id": staff,
    "check_ins.undone_by": staff,
    "check_ins.closed_by": "the exit that closed an entry",
    "scan_attempts.by_user_id": staff,
    "event_door_people.added_by": "belongs to whom was named for the door",
  },
  retention: [
    {
      kind: "event_registrations",
      table: "check_ins",
      where: (now) =>
        sql`exists (select from event_registrations registration join events on events.id = registration.event_id
          where registration.id = it.registration_id and events.ends_at <= ${retentionLimit("event_registrations", now)})`,
    },
    oldSince("scan_attempts", "scan_attempts", "created_at"),
  ],
  parts: (services) => ({
    endpoints: checkInRoutes,
    routers: [
      drawnFile(services, "/api/admin/events/:id/codes/pdf", eventCodesApi.list.access, async (actor, id, http) => {
        await requireEvent(services.db, actor, id);
        const { format, quotaId, page, answers } = SheetQuery.parse(http.req.query());
        return {
          bytes: await codeSheet(services, actor, id, { format, quotaId, page, answers, locale: http.get("locale") }),
          mime: "application/pdf",
          name: `${format}.pdf`,
        };
      }),
    ],
  }),
};
