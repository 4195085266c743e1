DROP INDEX "articles_author";--> statement-breakpoint
CREATE INDEX "articles_author_by_status" ON "articles" USING btree ("author_id","status","updated_at");