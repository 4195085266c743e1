import { sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import type { Module } from "#backend/module";
import type { PushSender } from "#backend/ports/push";
import { by, ofAccounts, sentFrom, throughSent } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import type { Job } from "#backend/worker/queue";
import { endOldMessages, sendPushMessages } from "./push-sending.ts";
import { noticeRoutes } from "./routes.ts";

export const pushJob = "send-push";

export const notices: Module = {
  personalData: [
    { table: "notices", columns: ["user_id"], ...by("user_id"), hidden: ["dedupe_key", "mail_id"], erasure: "delete" },
    // Mails about a person to somebody without account, as to the guardian of a minor.
    {
      table: "notices",
      columns: ["subject_id"],
      ...ofAccounts((ids) => sql`it.subject = 'person' and it.user_id is null and it.subject_id in ${ids}`),
      hidden: ["dedupe_key", "mail_id"],
      erasure: "delete",
    },
    { table: "summaries", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
    {
      table: "notices",
      columns: ["subscriber_id"],
      ...throughSent("subscriber_id", "newsletter_subscribers"),
      hidden: ["dedupe_key", "mail_id"],
      erasure: "delete",
    },
    {
      table: "notices",
      columns: ["registration_id"],
      about: (whom) =>
        sql`it.registration_id in (select id from event_registrations guest where ${sentFrom(whom, "guest_email", "guest")})`,
      through: true,
      hidden: ["dedupe_key", "mail_id"],
      erasure: "delete",
    },
    { table: "push_devices", columns: ["user_id"], ...by("user_id"), hidden: ["token_hash", "sealed_token"], erasure: "delete" },
  ],
  retention: [oldSince("notices", "notices", "created_at")],
  parts: ({ push: { sender } }) => ({
    endpoints: noticeRoutes,
    jobs: (services) => (sender ? [pushJobOf(services, sender)] : []),
    purge: ({ db }, now) => endOldMessages(db, now),
  }),
};

const pushJobOf = (services: Services, sender: PushSender): Job => ({
  name: pushJob,
  every: "* * * * *",
  async run(stopping) {
    const { more } = await sendPushMessages(services, sender, stopping);
    if (more) services.wake(pushJob);
  },
});
