ALTER TABLE "notices" DROP CONSTRAINT "notices_one_reader";--> statement-breakpoint
DROP INDEX "notices_of_campaign";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once_for_registration" ON "notices" USING btree ("registration_id","dedupe_key") WHERE "notices"."registration_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_of_campaign" ON "notices" USING btree ("campaign_id",coalesce("user_id", "subscriber_id", "registration_id")) WHERE "notices"."campaign_id" is not null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_mails_to_guests" CHECK ("notices"."registration_id" is null or "notices"."channel" = 'email');--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_one_reader" CHECK (num_nonnulls("notices"."user_id", "notices"."subscriber_id", "notices"."registration_id") = 1 or (num_nonnulls("notices"."user_id", "notices"."subscriber_id", "notices"."registration_id") = 0 and "notices"."channel" = 'email' and "notices"."subject_id" is not null));