CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"title" jsonb NOT NULL,
	"summary" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"type" text NOT NULL,
	"sector_id" uuid,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"place_name" text NOT NULL,
	"place_address" text NOT NULL,
	"access_notes" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "events_type" CHECK ("events"."type" in ('distribution', 'collection', 'training', 'meeting', 'maraude', 'other')),
	CONSTRAINT "events_end_after_they_start" CHECK ("events"."ends_at" > "events"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "monthly_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sector_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kits" integer NOT NULL,
	"volunteer_minutes" integer NOT NULL,
	"food_grams" integer NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "monthly_records_one_a_month" UNIQUE("sector_id","month"),
	CONSTRAINT "monthly_records_first_day" CHECK (extract(day from "monthly_records"."month") = 1),
	CONSTRAINT "monthly_records_begun" CHECK ("monthly_records"."month" <= (now() at time zone 'Europe/Paris')::date),
	CONSTRAINT "monthly_records_quantities" CHECK ("monthly_records"."kits" >= 0 and "monthly_records"."volunteer_minutes" >= 0 and "monthly_records"."food_grams" >= 0)
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_position" ON "events" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "events_by_update" ON "events" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "events_status_by_position" ON "events" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "events_english" ON "events" USING btree ("english");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_coming" ON "events" USING btree ("status","ends_at");--> statement-breakpoint
CREATE INDEX "events_coming_by_sector" ON "events" USING btree ("sector_id","ends_at");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("type");