CREATE TABLE "press" (
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
	"outlet" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"url" text,
	"quote" jsonb NOT NULL,
	CONSTRAINT "press_status" CHECK ("press"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
ALTER TABLE "press" ADD CONSTRAINT "press_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "press_by_position" ON "press" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "press_by_update" ON "press" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "press_status_by_position" ON "press" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "press_english" ON "press" USING btree ("english");--> statement-breakpoint
CREATE INDEX "press_by_day" ON "press" USING btree ("status","day","id");--> statement-breakpoint
CREATE INDEX "press_kind" ON "press" USING btree ("kind");