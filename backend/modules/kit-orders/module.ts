import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { ofAccounts } from "#backend/privacy/personal-data";
import { retentionLimit } from "#backend/privacy/retention";
import { kitOrderRoutes } from "./routes.ts";

const staff = "who packed or brought it, in the exercise of their office";

export const kitOrders: Module = {
  personalData: [
    {
      table: "kit_orders",
      columns: ["registration_id", "address", "door", "phone"],
      ...ofAccounts((ids) => sql`it.registration_id in (select id from event_registrations where user_id in ${ids})`),
      through: true,
      erasure: "delete",
    },
  ],
  notPersonal: { "kit_orders.prepared_by": staff, "kit_orders.collected_by": staff, "kit_orders.ended_by": staff },
  retention: [
    {
      kind: "kit_orders",
      table: "kit_orders",
      where: (now) =>
        sql`exists (select from event_registrations registration join events on events.id = registration.event_id
          where registration.id = it.registration_id and events.ends_at <= ${retentionLimit("kit_orders", now)})`,
    },
  ],
  demo: () => import("./demo.ts"),
  parts: () => ({ endpoints: kitOrderRoutes }),
};
