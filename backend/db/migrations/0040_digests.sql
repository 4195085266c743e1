CREATE TABLE "summaries" (
	"user_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"due" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "summaries_user_id_frequency_pk" PRIMARY KEY("user_id","frequency"),
	CONSTRAINT "summaries_frequency" CHECK ("summaries"."frequency" in ('daily', 'weekly'))
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_optional_topic";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_channel";--> statement-breakpoint
ALTER TABLE "notification_pauses" DROP CONSTRAINT "notification_pauses_topic";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "record_id" uuid;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_digest_waiting" ON "notices" USING btree ("user_id","created_at") WHERE "notices"."channel" = 'digest' and "notices"."state" = 'waiting' and "notices"."mail_id" is null;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_optional_topic" CHECK ("outgoing_mails"."optional_topic" in ('articles', 'messages', 'waiting', 'association', 'summary', 'newsletter'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_digest_record" CHECK ("notices"."channel" <> 'digest' or "notices"."record_id" is not null);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_channel" CHECK ("notices"."channel" in ('inbox', 'email', 'push', 'digest'));--> statement-breakpoint
ALTER TABLE "notification_pauses" ADD CONSTRAINT "notification_pauses_topic" CHECK ("notification_pauses"."topic" in ('all', 'articles', 'messages', 'waiting', 'association', 'newsletter'));
--> statement-breakpoint
-- Messages came to devices with what is about the account: whoever did not want that there does not get them now.
INSERT INTO notification_choices (user_id, topic, channel, frequency)
SELECT user_id, 'messages', channel, frequency FROM notification_choices WHERE topic = 'account' AND channel = 'push';
