CREATE TABLE "sector_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sector_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"opens_at" time(0) NOT NULL,
	"closes_at" time(0) NOT NULL,
	"kind" text NOT NULL,
	"note" jsonb,
	CONSTRAINT "sector_hours_weekday" CHECK ("sector_hours"."weekday" between 1 and 7),
	CONSTRAINT "sector_hours_close_after_they_open" CHECK ("sector_hours"."closes_at" > "sector_hours"."opens_at"),
	CONSTRAINT "sector_hours_kind" CHECK ("sector_hours"."kind" in ('distribution', 'drop_off', 'on_duty'))
);
--> statement-breakpoint
ALTER TABLE "sector_managers" ADD COLUMN "shown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "zones" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "bring" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sector_hours" ADD CONSTRAINT "sector_hours_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- On one day, openings of one kind never overlap. It is also the index by which a team's week is read.
ALTER TABLE "sector_hours" ADD CONSTRAINT "sector_hours_do_not_overlap" EXCLUDE USING gist ("sector_id" WITH =, "weekday" WITH =, "kind" WITH =, int4range(extract(epoch from "opens_at")::integer, extract(epoch from "closes_at")::integer) WITH &&);
