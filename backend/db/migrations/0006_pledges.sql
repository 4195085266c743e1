CREATE TABLE "pledges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"rhythm" text NOT NULL,
	"donor" text NOT NULL,
	"allocation" text NOT NULL,
	"method" text NOT NULL,
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"company" text,
	"siren" text,
	"receipt" boolean NOT NULL,
	"street" text,
	"postcode" text,
	"city" text,
	"status" text DEFAULT 'promised' NOT NULL,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "pledges_reference_unique" UNIQUE("reference"),
	CONSTRAINT "pledges_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "pledges_amount" CHECK ("pledges"."amount_cents" between 100 and 10000000),
	CONSTRAINT "pledges_status" CHECK ("pledges"."status" in ('promised', 'received', 'cancelled')),
	CONSTRAINT "pledges_rhythm" CHECK ("pledges"."rhythm" = 'one_off' or ("pledges"."rhythm" = 'monthly' and "pledges"."method" = 'transfer')),
	CONSTRAINT "pledges_company" CHECK ("pledges"."donor" = 'person' or ("pledges"."company" is not null and "pledges"."siren" ~ '^[0-9]{9}$')),
	CONSTRAINT "pledges_receipt" CHECK (not "pledges"."receipt" or ("pledges"."street" is not null and "pledges"."postcode" is not null and "pledges"."city" is not null))
);
--> statement-breakpoint
CREATE INDEX "pledges_by_day" ON "pledges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pledges_by_amount" ON "pledges" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "pledges_by_name" ON "pledges" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "pledges_status" ON "pledges" USING btree ("status","created_at","id");