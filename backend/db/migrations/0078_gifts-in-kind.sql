CREATE TABLE "gifts_in_kind" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_on" date NOT NULL,
	"category" text NOT NULL,
	"description" text NOT NULL,
	"name" text NOT NULL,
	"email" "citext",
	"locale" text NOT NULL,
	"created_by" uuid,
	"thanked_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "gifts_in_kind_category" CHECK ("gifts_in_kind"."category" in ('clothing', 'food', 'hygiene', 'furniture', 'toys', 'other')),
	CONSTRAINT "gifts_in_kind_thanked" CHECK ("gifts_in_kind"."thanked_at" is null or "gifts_in_kind"."email" is not null)
);
--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_in_kind_searched" ON "gifts_in_kind" USING gin (searched_text("name", "email"::text, "description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_day" ON "gifts_in_kind" USING btree ("received_on","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_name" ON "gifts_in_kind" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_category" ON "gifts_in_kind" USING btree ("category","received_on","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_address" ON "gifts_in_kind" USING btree ("email") WHERE "gifts_in_kind"."email" is not null;