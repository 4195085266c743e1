CREATE TABLE "erased_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"in_ledger" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files_to_remove" (
	"storage_key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_status";--> statement-breakpoint
DROP INDEX "outgoing_mails_waiting";--> statement-breakpoint
DROP INDEX "password_resets_user";--> statement-breakpoint
DROP INDEX "outgoing_mails_searched";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "sealed_token" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "send_before" timestamp (3) with time zone DEFAULT now() + interval '5 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "in_ledger" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("due_at") WHERE "outgoing_mails"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_mails_user" ON "outgoing_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_about" ON "outgoing_mails" USING btree ("about_id") WHERE "outgoing_mails"."about_id" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_searched" ON "outgoing_mails" USING gin (searched_text("recipient") gin_trgm_ops);--> statement-breakpoint
-- Of several links to a new password, the newest alone stays.
DELETE FROM "password_resets" old USING "password_resets" newer WHERE newer.user_id = old.user_id AND (newer.created_at, newer.id) > (old.created_at, old.id);--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user" UNIQUE("user_id");--> statement-breakpoint
-- A mail that is over keeps no token, and one that was sent or whose link has ended no words.
CREATE FUNCTION blank_ended_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sealed_token := NULL;
  IF NEW.status IN ('sent', 'expired') THEN
    NEW.subject := '';
    NEW.text := '';
    NEW.html := '';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER outgoing_mails_blank_ended BEFORE INSERT OR UPDATE ON outgoing_mails FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION blank_ended_mail();--> statement-breakpoint
-- Mails of before have their tokens in their words. Those that were given up are over with them; what servers said may repeat words and addresses.
UPDATE "outgoing_mails" SET
  status = CASE WHEN status = 'failed' AND text LIKE '%token=%' THEN 'expired' ELSE status END,
  last_error = substring(last_error from '\mE[A-Z]{3,}\M'),
  about_id = CASE WHEN topic IN ('message_received', 'application_arrived') THEN substring(dedupe_key from '^[0-9a-f-]{36}')::uuid END,
  send_before = created_at + CASE topic
    WHEN 'password_reset' THEN interval '1 hour'
    WHEN 'magic_link' THEN interval '30 minutes'
    WHEN 'email_verification' THEN interval '48 hours'
    WHEN 'email_change' THEN interval '48 hours'
    ELSE interval '5 days' END;--> statement-breakpoint
-- Erasures of before stand in the ledger.
UPDATE "erasures" SET in_ledger = true;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_no_live_token" CHECK ("outgoing_mails"."sealed_token" is null or "outgoing_mails"."status" = 'waiting');--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_words_gone" CHECK ("outgoing_mails"."status" not in ('sent', 'expired') or ("outgoing_mails"."subject" = '' and "outgoing_mails"."text" = '' and "outgoing_mails"."html" = ''));--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_status" CHECK ("outgoing_mails"."status" in ('waiting', 'sent', 'failed', 'expired'));