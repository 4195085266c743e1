CREATE TABLE "donor_links" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donor_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "donor_sessions" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donor_sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "stop_reason" text;--> statement-breakpoint
CREATE INDEX "donor_links_expiry" ON "donor_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "donor_sessions_expiry" ON "donor_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pledges_by_address" ON "pledges" USING btree ("email","created_at","id");--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_stopped" CHECK ("pledges"."stopped_at" is null or "pledges"."status" = 'cancelled');--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_stop_reason" CHECK ("pledges"."stop_reason" is null or "pledges"."stopped_at" is not null);