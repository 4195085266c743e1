CREATE TABLE "registration_draft_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"draft_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registration_draft_links" ADD CONSTRAINT "registration_draft_links_draft_hash_registration_drafts_token_hash_fk" FOREIGN KEY ("draft_hash") REFERENCES "public"."registration_drafts"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_draft_links_draft" ON "registration_draft_links" USING btree ("draft_hash","created_at");