import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { drawnFile } from "#backend/http/private-file";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { countChanged, retentionLimit } from "#backend/privacy/retention";
import { assembliesApi } from "#contract/charity/assemblies";
import { minutesOf } from "./minutes.ts";
import { assemblyRoutes } from "./routes.ts";

/** Why something was withdrawn goes with an erasure; who voted what is nowhere, and who was there proves what was decided. */
const emptyReason = (db: Db, which: SQL) =>
  countChanged(db, sql`update assembly_attendances it set withdrawn_reason = '' where it.withdrawn_reason <> '' and ${which}`);

const ofMember = { table: "assembly_attendances", loggedAs: "assembly_attendance" };

export const assemblies: Module = {
  personalData: [
    { ...ofMember, columns: ["user_id"], ...by("user_id"), erasure: "anonymise", because: "proof", anonymise: emptyReason },
    { ...ofMember, columns: ["holder_id"], ...by("holder_id"), hidden: ["withdrawn_reason"], erasure: "keep", because: "proof" },
  ],
  retention: [
    {
      kind: "memberships",
      table: "assembly_attendances",
      where: (now) =>
        sql`exists (select from assemblies held where held.id = it.assembly_id and held.day <= ${retentionLimit("memberships", now)})`,
    },
  ],
  parts: (services) => ({
    endpoints: assemblyRoutes,
    routers: [
      drawnFile(services, "/api/admin/assemblies/:id/minutes", assembliesApi.get.access, async (actor, id, http) => {
        return minutesOf(services, actor, id, http.get("locale"));
      }),
    ],
  }),
};
