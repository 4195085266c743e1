DROP INDEX "press_by_day";--> statement-breakpoint
ALTER TABLE "press" ADD COLUMN "body" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "press" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "press_on_line" ON "press" USING btree ("status","featured","day","id");--> statement-breakpoint
CREATE INDEX "press_search_fr" ON "press" USING gin (to_tsvector('french_plain', coalesce("title"->>'fr', '') || ' ' || coalesce("quote"->>'fr', '') || ' ' || coalesce("body"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "press_search_en" ON "press" USING gin (to_tsvector('english_plain', coalesce("title"->>'en', '') || ' ' || coalesce("quote"->>'en', '') || ' ' || coalesce("body"->>'en', '')));