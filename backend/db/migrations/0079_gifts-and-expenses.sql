CREATE TABLE "expense_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"spent_on" date,
	"kind" text,
	"reason" text DEFAULT '' NOT NULL,
	"sector_id" uuid,
	"vehicle" text,
	"electric" boolean DEFAULT false NOT NULL,
	"kilometres" integer,
	"amount_cents" integer,
	"document_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expense_drafts_kind" CHECK ("expense_drafts"."kind" in ('journey', 'cost')),
	CONSTRAINT "expense_drafts_vehicle" CHECK ("expense_drafts"."vehicle" in ('car_3', 'car_4', 'car_5', 'car_6', 'car_7', 'motorbike_2', 'motorbike_5', 'motorbike_6', 'moped', 'bike'))
);
--> statement-breakpoint
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
CREATE TABLE "helloasso_memberships" (
	"membership_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"fingerprint" text NOT NULL,
	"ordered_on" date NOT NULL,
	"added" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helloasso_memberships_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "donor_contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" "citext" NOT NULL,
	"first_name" text,
	"last_name" text NOT NULL,
	"street" text NOT NULL,
	"postcode" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "donor_contacts_email_unique" UNIQUE("email"),
	CONSTRAINT "donor_contacts_country" CHECK ("donor_contacts"."country" ~ '^[A-Z]{2}$' and ("donor_contacts"."country" <> 'FR' or "donor_contacts"."postcode" ~ '^[0-9]{5}$'))
);
--> statement-breakpoint
ALTER TABLE "expense_claims" DROP CONSTRAINT "expense_claims_amount";--> statement-breakpoint
ALTER TABLE "expense_claims" DROP CONSTRAINT "expense_claims_kind";--> statement-breakpoint
ALTER TABLE "expense_claims" ADD COLUMN "raise_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mileage_rates" ADD COLUMN "raise_percent" integer;--> statement-breakpoint
ALTER TABLE "expense_drafts" ADD CONSTRAINT "expense_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_drafts" ADD CONSTRAINT "expense_drafts_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_drafts" ADD CONSTRAINT "expense_drafts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helloasso_memberships" ADD CONSTRAINT "helloasso_memberships_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expense_drafts_of_person" ON "expense_drafts" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "expense_drafts_by_sector" ON "expense_drafts" USING btree ("sector_id") WHERE "expense_drafts"."sector_id" is not null;--> statement-breakpoint
CREATE INDEX "expense_drafts_by_file" ON "expense_drafts" USING btree ("document_id") WHERE "expense_drafts"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "gifts_in_kind_searched" ON "gifts_in_kind" USING gin (searched_text("name", "email"::text, "description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_day" ON "gifts_in_kind" USING btree ("received_on","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_name" ON "gifts_in_kind" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_category" ON "gifts_in_kind" USING btree ("category","received_on","id");--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_address" ON "gifts_in_kind" USING btree ("email") WHERE "gifts_in_kind"."email" is not null;--> statement-breakpoint
CREATE INDEX "helloasso_memberships_by_order" ON "helloasso_memberships" USING btree ("reference");--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_amount" CHECK ("expense_claims"."amount_cents" between 1 and 6000000);--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_kind" CHECK (case "expense_claims"."kind"
        when 'journey' then "expense_claims"."vehicle" is not null and "expense_claims"."kilometres" between 1 and 3000 and "expense_claims"."milli_euros" > 0
          and "expense_claims"."raise_percent" between 0 and 100
          and "expense_claims"."amount_cents" = greatest(1, round("expense_claims"."kilometres" * "expense_claims"."milli_euros" * ((100 + "expense_claims"."raise_percent") / 1000.0)))
        when 'cost' then "expense_claims"."raise_percent" = 0 and num_nonnulls("expense_claims"."vehicle", "expense_claims"."kilometres", "expense_claims"."milli_euros") = 0 and ("expense_claims"."document_id" is not null or "expense_claims"."erased_at" is not null)
        else false end);--> statement-breakpoint
ALTER TABLE "mileage_rates" ADD CONSTRAINT "mileage_rates_raise" CHECK ("mileage_rates"."raise_percent" between 1 and 100);
--> statement-breakpoint
CREATE TRIGGER "expense_drafts_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "expense_drafts" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
-- The raise of the scale is what was sent, like the rest.
CREATE OR REPLACE FUNCTION expense_claims_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  emptied boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status = 'accepted' OR EXISTS (SELECT FROM fiscal_receipt_sources WHERE expense_claim_id = OLD.id) THEN
      RAISE EXCEPTION 'an accepted claim is not deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'expense_claims_stay';
    END IF;
    RETURN OLD;
  END IF;
  emptied := OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL;
  IF (NEW.id, NEW.user_id, NEW.spent_on, NEW.kind, NEW.vehicle, NEW.kilometres, NEW.milli_euros, NEW.raise_percent, NEW.amount_cents, NEW.waiver, NEW.waived_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.spent_on, OLD.kind, OLD.vehicle, OLD.kilometres, OLD.milli_euros, OLD.raise_percent, OLD.amount_cents, OLD.waiver, OLD.waived_at)
    OR (NOT emptied AND (NEW.reason, NEW.document_id, NEW.erased_at) IS DISTINCT FROM (OLD.reason, OLD.document_id, OLD.erased_at))
    OR (NEW.status = OLD.status AND (NEW.decider_id, NEW.decided_at) IS DISTINCT FROM (OLD.decider_id, OLD.decided_at))
    OR (NEW.status = OLD.status AND NOT emptied AND NEW.decline_reason IS DISTINCT FROM OLD.decline_reason)
    OR (NEW.status <> OLD.status AND OLD.status <> 'sent' AND NOT (OLD.status = 'accepted' AND NEW.status = 'declined')) THEN
    RAISE EXCEPTION 'a claim does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'expense_claims_stay';
  END IF;
  IF OLD.status = 'accepted' AND NEW.status = 'declined'
    AND EXISTS (SELECT FROM fiscal_receipt_sources WHERE expense_claim_id = OLD.id AND live) THEN
    RAISE EXCEPTION 'a receipt certifies this claim' USING ERRCODE = 'check_violation', CONSTRAINT = 'expense_claims_certified';
  END IF;
  RETURN NEW;
END $$;
