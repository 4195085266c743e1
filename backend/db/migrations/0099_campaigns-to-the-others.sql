ALTER TABLE "notices" DROP CONSTRAINT "notices_subject";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "others_of" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "left_while" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "untouched" integer;--> statement-breakpoint
CREATE INDEX "campaigns_others_of" ON "campaigns" USING btree ("others_of") WHERE "campaigns"."others_of" is not null;--> statement-breakpoint
CREATE INDEX "notices_failed_of_campaign" ON "notices" USING btree ("campaign_id") WHERE "notices"."state" = 'failed' and "notices"."campaign_id" is not null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_subject" CHECK (("notices"."subject" is null) = ("notices"."subject_id" is null) and "notices"."subject" in ('event', 'pledge', 'membership', 'receipt', 'person', 'message', 'application', 'gift_in_kind', 'testimonial'));