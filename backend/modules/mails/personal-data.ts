import { type SQL, sql } from "drizzle-orm";
import { by, byEmail, ofAccounts, type PersonalData, type Whom } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

/** The text of a mail may contain a link that logs in; the person has received them. */
const secrets = ["dedupe_key", "text", "html", "sealed_token"];

/** Mails to others about these people: their name is in a mail to the team, or to a guardian. */
export const mailsAbout = (found: { about: (whom: Whom) => SQL; through?: boolean }): PersonalData => ({
  table: "outgoing_mails",
  columns: ["about_id"],
  ...found,
  hidden: [...secrets, "user_id", "recipient"],
  erasure: "delete",
});

export const personalData: PersonalData[] = [
  { table: "outgoing_mails", columns: ["user_id"], ...by("user_id"), hidden: secrets, erasure: "delete" },
  { table: "outgoing_mails", columns: ["recipient"], ...byEmail("recipient"), hidden: secrets, erasure: "delete" },
  { table: "bounced_addresses", columns: ["address"], ...byEmail("address"), erasure: "delete" },
  // Also the address of an account whose e-mail address was never confirmed.
  {
    table: "bounced_addresses",
    columns: ["address"],
    ...ofAccounts((ids) => sql`it.address in (select email from users where id in ${ids})`),
    erasure: "delete",
  },
  mailsAbout(ofAccounts((ids) => sql`it.about_id in (select id from users where id in ${ids})`)),
];

export const retention: OldRows[] = [
  {
    // The address of an account, or of a subscription to the newsletter, stays dead as long as it has it.
    kind: "dead_addresses",
    table: "bounced_addresses",
    where: (now) =>
      sql`it.last_report_at <= ${retentionLimit("dead_addresses", now)} and (it.dead_since is null
        or not (exists (select from users where email = it.address)
          or exists (select from newsletter_subscribers where email = it.address and withdrawn_at is null)))`,
  },
  {
    kind: "mails",
    table: "outgoing_mails",
    where: (now) =>
      sql`(case it.status when 'sent' then it.sent_at when 'waiting' then it.send_before else it.updated_at end) <= ${retentionLimit("mails", now)}`,
  },
];
