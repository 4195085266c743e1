ALTER TABLE "tags" ADD COLUMN "status" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "english" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tags_by_position" ON "tags" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "tags_by_update" ON "tags" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tags_status_by_position" ON "tags" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "tags_english" ON "tags" USING btree ("english");--> statement-breakpoint
CREATE INDEX "tags_searched" ON "tags" USING gin (searched_text("label"->>'fr', "label"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_label" ON "tags" USING btree (lower("label"->>'fr'));--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_status" CHECK ("tags"."status" in ('draft', 'published', 'archived'));--> statement-breakpoint
-- Themes that are there are on line already, in the order in which articles name them.
UPDATE "tags" SET "status" = 'published', "published_at" = "created_at",
  "english" = case when coalesce("label"->>'en', '') = '' then 'none' else 'reviewed' end,
  "position" = (select count(*) from "tags" "earlier" where "earlier"."slug" <= "tags"."slug");
