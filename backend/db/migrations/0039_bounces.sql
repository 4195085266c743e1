CREATE TABLE "bounced_addresses" (
	"address" "citext" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"dead_since" timestamp (3) with time zone,
	"reason" text,
	"code" text,
	"soft_days" date[] DEFAULT '{}' NOT NULL,
	"complained_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"works_since" timestamp (3) with time zone,
	"last_report_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bounced_addresses_dead" CHECK (("bounced_addresses"."dead_since" is null) = ("bounced_addresses"."reason" is null)),
	CONSTRAINT "bounced_addresses_reason" CHECK ("bounced_addresses"."reason" in ('hard', 'soft')),
	CONSTRAINT "bounced_addresses_code" CHECK ("bounced_addresses"."code" ~ '^[245][.][0-9]{1,3}[.][0-9]{1,3}$'),
	CONSTRAINT "bounced_addresses_soft_days" CHECK (cardinality("bounced_addresses"."soft_days") <= 5)
);
--> statement-breakpoint
ALTER TABLE "message_replies" ADD COLUMN "undelivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "application_replies" ADD COLUMN "undelivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "ends_with_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bounced_addresses_of_dead" ON "bounced_addresses" USING btree ("dead_since") WHERE "bounced_addresses"."dead_since" is not null;--> statement-breakpoint
CREATE INDEX "bounced_addresses_last_report" ON "bounced_addresses" USING btree ("last_report_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree (lower("recipient"));
--> statement-breakpoint
-- Mails under way whose link ends before they are given up.
UPDATE outgoing_mails SET ends_with_link = true
  WHERE status = 'waiting' AND sealed_token IS NOT NULL AND send_before < created_at + interval '4 days 23 hours';
--> statement-breakpoint
-- Staff see with their answer that its mail did not arrive, also when the mail is purged.
CREATE FUNCTION mark_undelivered_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET undelivered_at = $1 WHERE id = $2', CASE NEW.topic WHEN 'message_reply' THEN 'message_replies' ELSE 'application_replies' END)
    USING NEW.updated_at, left(NEW.dedupe_key, 36)::uuid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_mails_undelivered_answer AFTER UPDATE OF status ON outgoing_mails FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status = 'failed' AND NEW.topic IN ('message_reply', 'application_answered')
    AND NEW.dedupe_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} reply$')
  EXECUTE FUNCTION mark_undelivered_answer();
--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('dead_addresses', 12, 0);
