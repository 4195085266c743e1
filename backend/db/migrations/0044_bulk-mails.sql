DROP INDEX "outgoing_mails_due";--> statement-breakpoint
DROP INDEX "outgoing_mails_links_due";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "is_bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("is_bulk","due_at") WHERE "outgoing_mails"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_mails_links_due" ON "outgoing_mails" USING btree ("is_bulk","due_at") WHERE "outgoing_mails"."status" = 'waiting' and "outgoing_mails"."sealed_token" is not null;