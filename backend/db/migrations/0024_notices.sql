CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"path" text,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail_id" uuid,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "notices_once" UNIQUE("dedupe_key","user_id","channel"),
	CONSTRAINT "notices_channel" CHECK ("notices"."channel" in ('inbox', 'email')),
	CONSTRAINT "notices_state" CHECK ("notices"."state" in ('waiting', 'sent', 'failed', 'expired')),
	CONSTRAINT "notices_read_in_inbox" CHECK ("notices"."read_at" is null or "notices"."channel" = 'inbox'),
	CONSTRAINT "notices_path" CHECK ("notices"."path" is null or "notices"."path" like '/%')
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_mail_id_outgoing_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."outgoing_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_person" ON "notices" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_inbox" ON "notices" USING btree ("user_id","created_at","id") WHERE "notices"."channel" = 'inbox';--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."channel" = 'inbox' and "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_mail" ON "notices" USING btree ("mail_id") WHERE "notices"."mail_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION copy_mail_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notices SET state = NEW.status, state_at = NEW.updated_at WHERE mail_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER outgoing_mails_state_of_notices AFTER UPDATE OF status ON outgoing_mails FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION copy_mail_state();--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('notices', 12, 0);
