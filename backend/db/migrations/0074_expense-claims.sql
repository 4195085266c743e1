CREATE TABLE "expense_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"spent_on" date NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"sector_id" uuid,
	"vehicle" text,
	"kilometres" integer,
	"milli_euros" integer,
	"amount_cents" integer NOT NULL,
	"document_id" uuid,
	"waiver" text NOT NULL,
	"waived_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"decider_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"decline_reason" text,
	"erased_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expense_claims_vehicle" CHECK ("expense_claims"."vehicle" in ('car_3', 'car_4', 'car_5', 'car_6', 'car_7', 'motorbike_2', 'motorbike_5', 'motorbike_6', 'moped', 'bike')),
	CONSTRAINT "expense_claims_amount" CHECK ("expense_claims"."amount_cents" between 1 and 3000000),
	CONSTRAINT "expense_claims_kind" CHECK (case "expense_claims"."kind"
        when 'journey' then "expense_claims"."vehicle" is not null and "expense_claims"."kilometres" between 1 and 3000 and "expense_claims"."milli_euros" > 0
          and "expense_claims"."amount_cents" = greatest(1, round("expense_claims"."kilometres" * "expense_claims"."milli_euros" / 10.0))
        when 'cost' then num_nonnulls("expense_claims"."vehicle", "expense_claims"."kilometres", "expense_claims"."milli_euros") = 0 and ("expense_claims"."document_id" is not null or "expense_claims"."erased_at" is not null)
        else false end),
	CONSTRAINT "expense_claims_kinds" CHECK ("expense_claims"."kind" in ('journey', 'cost')),
	CONSTRAINT "expense_claims_not_by_oneself" CHECK ("expense_claims"."decider_id" <> "expense_claims"."user_id"),
	CONSTRAINT "expense_claims_begun" CHECK ("expense_claims"."spent_on" <= ("expense_claims"."waived_at" at time zone 'Europe/Paris')::date),
	CONSTRAINT "expense_claims_status" CHECK (case "expense_claims"."status"
        when 'sent' then num_nonnulls("expense_claims"."decider_id", "expense_claims"."decided_at", "expense_claims"."decline_reason") = 0
        when 'withdrawn' then num_nonnulls("expense_claims"."decider_id", "expense_claims"."decided_at", "expense_claims"."decline_reason") = 0
        when 'accepted' then "expense_claims"."decider_id" is not null and "expense_claims"."decided_at" is not null and "expense_claims"."decline_reason" is null
        when 'declined' then "expense_claims"."decider_id" is not null and "expense_claims"."decided_at" is not null and "expense_claims"."decline_reason" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "mileage_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"vehicle" text NOT NULL,
	"milli_euros" integer NOT NULL,
	"yearly_kilometres" integer,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"basis" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mileage_rates_vehicle" CHECK ("mileage_rates"."vehicle" in ('car_3', 'car_4', 'car_5', 'car_6', 'car_7', 'motorbike_2', 'motorbike_5', 'motorbike_6', 'moped', 'bike')),
	CONSTRAINT "mileage_rates_amount" CHECK ("mileage_rates"."milli_euros" between 1 and 10000),
	CONSTRAINT "mileage_rates_yearly" CHECK ("mileage_rates"."yearly_kilometres" > 0),
	CONSTRAINT "mileage_rates_days" CHECK ("mileage_rates"."valid_to" >= "mileage_rates"."valid_from")
);
--> statement-breakpoint
ALTER TABLE "fiscal_receipts" DROP CONSTRAINT "fiscal_receipts_series";--> statement-breakpoint
ALTER TABLE "fiscal_receipts" DROP CONSTRAINT "fiscal_receipts_article";--> statement-breakpoint
ALTER TABLE "fiscal_receipts" DROP CONSTRAINT "fiscal_receipts_civil_year";--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD COLUMN "expense_claim_id" uuid;--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_claims" ADD CONSTRAINT "expense_claims_decider_id_users_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expense_claims_searched" ON "expense_claims" USING gin (searched_text("reason") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "expense_claims_of_person" ON "expense_claims" USING btree ("user_id","spent_on","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_sending" ON "expense_claims" USING btree ("waived_at","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_day" ON "expense_claims" USING btree ("spent_on","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_amount" ON "expense_claims" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_status" ON "expense_claims" USING btree ("status","waived_at","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_status_day" ON "expense_claims" USING btree ("status","spent_on","id");--> statement-breakpoint
CREATE INDEX "expense_claims_by_sector" ON "expense_claims" USING btree ("sector_id") WHERE "expense_claims"."sector_id" is not null;--> statement-breakpoint
CREATE INDEX "expense_claims_by_file" ON "expense_claims" USING btree ("document_id") WHERE "expense_claims"."document_id" is not null;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_expense_claim_id_expense_claims_id_fk" FOREIGN KEY ("expense_claim_id") REFERENCES "public"."expense_claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_receipt_sources_of_claim" ON "fiscal_receipt_sources" USING btree ("expense_claim_id") WHERE "fiscal_receipt_sources"."expense_claim_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipt_sources_live_claim" ON "fiscal_receipt_sources" USING btree ("expense_claim_id") WHERE "fiscal_receipt_sources"."live" and "fiscal_receipt_sources"."expense_claim_id" is not null;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_claim_once" UNIQUE("receipt_id","expense_claim_id");--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_kind" CHECK (num_nonnulls("fiscal_receipt_sources"."payment_id", "fiscal_receipt_sources"."expense_claim_id") = 1);--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_series" CHECK ("fiscal_receipts"."series" in ('IND', 'COM', 'EXP'));--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_article" CHECK (("fiscal_receipts"."series" = 'COM') = ("fiscal_receipts"."article" = '238bis'));--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_civil_year" CHECK ("fiscal_receipts"."series" = 'COM' or extract(year from "fiscal_receipts"."period_from") = extract(year from "fiscal_receipts"."period_to"));
--> statement-breakpoint
ALTER TABLE "mileage_rates" ADD CONSTRAINT "mileage_rates_do_not_overlap" EXCLUDE USING gist ("vehicle" WITH =, daterange("valid_from", "valid_to", '[]') WITH &&);
--> statement-breakpoint
CREATE TRIGGER "expense_claims_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "expense_claims" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
-- What was sent does not change, and is decided once; an acceptance is taken back as long as no receipt that counts certifies it. What a receipt rests on
-- or rested on is not deleted: it is emptied.
CREATE FUNCTION expense_claims_stay() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF (NEW.id, NEW.user_id, NEW.spent_on, NEW.kind, NEW.vehicle, NEW.kilometres, NEW.milli_euros, NEW.amount_cents, NEW.waiver, NEW.waived_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.spent_on, OLD.kind, OLD.vehicle, OLD.kilometres, OLD.milli_euros, OLD.amount_cents, OLD.waiver, OLD.waived_at)
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
--> statement-breakpoint
CREATE TRIGGER expense_claims_stay BEFORE UPDATE OR DELETE ON expense_claims FOR EACH ROW EXECUTE FUNCTION expense_claims_stay();
--> statement-breakpoint
-- A source is what is left of a payment when the receipt is issued, or an accepted claim on a receipt of the series EXP: it stays, and no longer counts
-- once the receipt is cancelled.
CREATE OR REPLACE FUNCTION receipt_sources_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  certified_cents integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.expense_claim_id IS NOT NULL) = (SELECT series = 'EXP' FROM fiscal_receipts WHERE id = NEW.receipt_id) THEN
      IF NEW.expense_claim_id IS NULL THEN
        SELECT amount_cents - refunded_cents INTO certified_cents FROM payments WHERE id = NEW.payment_id AND refund_of IS NULL FOR SHARE;
      ELSE
        SELECT amount_cents INTO certified_cents FROM expense_claims WHERE id = NEW.expense_claim_id AND status = 'accepted' FOR SHARE;
      END IF;
      IF NEW.live AND certified_cents = NEW.cents THEN
        RETURN NEW;
      END IF;
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.receipt_id, NEW.payment_id, NEW.expense_claim_id, NEW.cents)
        IS NOT DISTINCT FROM (OLD.id, OLD.receipt_id, OLD.payment_id, OLD.expense_claim_id, OLD.cents)
      AND NEW.live = EXISTS (SELECT FROM fiscal_receipts WHERE id = NEW.receipt_id AND status = 'issued') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'what a receipt certifies does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipt_sources_stay';
END $$;
