CREATE TABLE "registration_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"draft_hash" text NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"file_name" text NOT NULL,
	CONSTRAINT "registration_papers_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
ALTER TABLE "driver_profiles" DROP CONSTRAINT "driver_profiles_vehicle";--> statement-breakpoint
ALTER TABLE "registration_papers" ADD CONSTRAINT "registration_papers_draft_hash_registration_drafts_token_hash_fk" FOREIGN KEY ("draft_hash") REFERENCES "public"."registration_drafts"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_papers_draft" ON "registration_papers" USING btree ("draft_hash");--> statement-breakpoint
ALTER TABLE "driver_profiles" ADD CONSTRAINT "driver_profiles_bike" CHECK ("driver_profiles"."vehicle" <> 'bike' or "driver_profiles"."status" = 'pending');
--> statement-breakpoint
ALTER TABLE "driver_profiles" ADD CONSTRAINT "driver_profiles_vehicle" CHECK ("driver_profiles"."vehicle" in ('bike', 'scooter', 'car', 'van'));
--> statement-breakpoint
-- What volunteers said when they registered about how they get around joins what the team knows of its drivers. Where both
-- know something, the team's word stands, and the days it does not have are filled in.
INSERT INTO driver_profiles (user_id, vehicle, licence_expiry, insurance_expiry)
  SELECT user_id, vehicle, licence_expiry, insurance_expiry FROM volunteer_profiles WHERE vehicle <> 'none'
  ON CONFLICT (user_id) DO UPDATE SET
    licence_expiry = coalesce(driver_profiles.licence_expiry, excluded.licence_expiry),
    insurance_expiry = coalesce(driver_profiles.insurance_expiry, excluded.insurance_expiry);
--> statement-breakpoint
ALTER TABLE "volunteer_profiles" DROP COLUMN "vehicle";
--> statement-breakpoint
ALTER TABLE "volunteer_profiles" DROP COLUMN "licence_expiry";
--> statement-breakpoint
ALTER TABLE "volunteer_profiles" DROP COLUMN "insurance_expiry";
