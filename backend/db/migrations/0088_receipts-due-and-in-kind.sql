CREATE TABLE "due_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source_id" uuid NOT NULL,
	"due_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "due_receipts_sourceId_unique" UNIQUE("source_id")
);
--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" DROP CONSTRAINT "fiscal_receipt_sources_kind";--> statement-breakpoint
ALTER TABLE "gifts_in_kind" DROP CONSTRAINT "gifts_in_kind_thanked";--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD COLUMN "gift_in_kind_id" uuid;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_state" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_cents" integer;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_basis" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "street" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_recorded_by" uuid;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_decider_id" uuid;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "value_reason" text;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_gift_in_kind_id_gifts_in_kind_id_fk" FOREIGN KEY ("gift_in_kind_id") REFERENCES "public"."gifts_in_kind"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_value_recorded_by_users_id_fk" FOREIGN KEY ("value_recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_value_decider_id_users_id_fk" FOREIGN KEY ("value_decider_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_receipt_sources_of_gift" ON "fiscal_receipt_sources" USING btree ("gift_in_kind_id") WHERE "fiscal_receipt_sources"."gift_in_kind_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipt_sources_live_gift" ON "fiscal_receipt_sources" USING btree ("gift_in_kind_id") WHERE "fiscal_receipt_sources"."live" and "fiscal_receipt_sources"."gift_in_kind_id" is not null;--> statement-breakpoint
CREATE INDEX "gifts_in_kind_by_value" ON "gifts_in_kind" USING btree ("value_state","received_on","id") WHERE "gifts_in_kind"."value_state" is not null;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_gift_once" UNIQUE("receipt_id","gift_in_kind_id");--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_kind" CHECK (num_nonnulls("fiscal_receipt_sources"."payment_id", "fiscal_receipt_sources"."expense_claim_id", "fiscal_receipt_sources"."gift_in_kind_id") = 1);--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_amount" CHECK ("gifts_in_kind"."value_cents" between 1 and 10000000);--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_country" CHECK ("gifts_in_kind"."country" ~ '^[A-Z]{2}$' and ("gifts_in_kind"."country" <> 'FR' or "gifts_in_kind"."postcode" ~ '^[0-9]{5}$'));--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_decided_by_another" CHECK ("gifts_in_kind"."value_decider_id" <> "gifts_in_kind"."value_recorded_by");--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_erased" CHECK ("gifts_in_kind"."erased_at" is null or num_nonnulls("gifts_in_kind"."email", "gifts_in_kind"."street", "gifts_in_kind"."postcode", "gifts_in_kind"."city", "gifts_in_kind"."country") = 0);--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_value" CHECK (case when "gifts_in_kind"."value_state" is null then num_nonnulls("gifts_in_kind"."value_cents", "gifts_in_kind"."value_basis", "gifts_in_kind"."street", "gifts_in_kind"."postcode", "gifts_in_kind"."city", "gifts_in_kind"."country",
          "gifts_in_kind"."value_recorded_by", "gifts_in_kind"."value_recorded_at", "gifts_in_kind"."value_decider_id", "gifts_in_kind"."value_decided_at", "gifts_in_kind"."value_reason") = 0
        else num_nonnulls("gifts_in_kind"."value_cents", "gifts_in_kind"."value_basis", "gifts_in_kind"."value_recorded_by", "gifts_in_kind"."value_recorded_at") = 4
          and ("gifts_in_kind"."erased_at" is not null or num_nonnulls("gifts_in_kind"."street", "gifts_in_kind"."postcode", "gifts_in_kind"."city", "gifts_in_kind"."country") = 4)
          and case "gifts_in_kind"."value_state"
            when 'requested' then num_nonnulls("gifts_in_kind"."value_decider_id", "gifts_in_kind"."value_decided_at", "gifts_in_kind"."value_reason") = 0
            when 'approved' then num_nonnulls("gifts_in_kind"."value_decider_id", "gifts_in_kind"."value_decided_at") = 2 and "gifts_in_kind"."value_reason" is null
            when 'declined' then num_nonnulls("gifts_in_kind"."value_decider_id", "gifts_in_kind"."value_decided_at", "gifts_in_kind"."value_reason") = 3
            else false end end);--> statement-breakpoint
ALTER TABLE "gifts_in_kind" ADD CONSTRAINT "gifts_in_kind_thanked" CHECK ("gifts_in_kind"."thanked_at" is null or "gifts_in_kind"."email" is not null or "gifts_in_kind"."erased_at" is not null);
--> statement-breakpoint
-- A value is decided as it was recorded, and an approved one does not change: it is taken back as long as no receipt that counts certifies it. What a receipt
-- rests on or rested on is not deleted: it is emptied.
CREATE FUNCTION gifts_in_kind_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  emptied boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM fiscal_receipt_sources WHERE gift_in_kind_id = OLD.id) THEN
      RAISE EXCEPTION 'a gift that was on a receipt is not deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'gifts_in_kind_certified';
    END IF;
    RETURN OLD;
  END IF;
  emptied := OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL;
  IF OLD.value_state = 'approved' AND NEW.value_state IS DISTINCT FROM 'approved'
    AND EXISTS (SELECT FROM fiscal_receipt_sources WHERE gift_in_kind_id = OLD.id AND live) THEN
    RAISE EXCEPTION 'a receipt certifies this gift' USING ERRCODE = 'check_violation', CONSTRAINT = 'gifts_in_kind_certified';
  END IF;
  IF NEW.value_state IN ('approved', 'declined') AND (
      (NEW.value_state IS DISTINCT FROM OLD.value_state AND OLD.value_state IS DISTINCT FROM 'requested')
      OR (NEW.value_state = OLD.value_state AND (NEW.value_decider_id, NEW.value_decided_at) IS DISTINCT FROM (OLD.value_decider_id, OLD.value_decided_at))
      OR (NEW.id, NEW.received_on, NEW.category, NEW.value_cents, NEW.value_recorded_by, NEW.value_recorded_at)
        IS DISTINCT FROM (OLD.id, OLD.received_on, OLD.category, OLD.value_cents, OLD.value_recorded_by, OLD.value_recorded_at)
      OR (NOT emptied AND (NEW.description, NEW.name, NEW.email, NEW.value_basis, NEW.street, NEW.postcode, NEW.city, NEW.country, NEW.erased_at)
        IS DISTINCT FROM (OLD.description, OLD.name, OLD.email, OLD.value_basis, OLD.street, OLD.postcode, OLD.city, OLD.country, OLD.erased_at))) THEN
    RAISE EXCEPTION 'a decided value does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'gifts_in_kind_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gifts_in_kind_stay BEFORE UPDATE OR DELETE ON gifts_in_kind FOR EACH ROW EXECUTE FUNCTION gifts_in_kind_stay();
--> statement-breakpoint
-- A source is what is left of a payment when the receipt is issued, an approved value on a receipt of the series IND, or an accepted claim on one of the
-- series EXP: it stays, and no longer counts once the receipt is cancelled.
CREATE OR REPLACE FUNCTION receipt_sources_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_series text;
  certified_cents integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT series INTO of_series FROM fiscal_receipts WHERE id = NEW.receipt_id;
    IF NEW.payment_id IS NOT NULL AND of_series <> 'EXP' THEN
      SELECT amount_cents - refunded_cents INTO certified_cents FROM payments WHERE id = NEW.payment_id AND refund_of IS NULL FOR SHARE;
    ELSIF NEW.expense_claim_id IS NOT NULL AND of_series = 'EXP' THEN
      SELECT amount_cents INTO certified_cents FROM expense_claims WHERE id = NEW.expense_claim_id AND status = 'accepted' FOR SHARE;
    ELSIF NEW.gift_in_kind_id IS NOT NULL AND of_series = 'IND' THEN
      SELECT value_cents INTO certified_cents FROM gifts_in_kind WHERE id = NEW.gift_in_kind_id AND value_state = 'approved' AND erased_at IS NULL FOR SHARE;
    END IF;
    IF NEW.live AND certified_cents = NEW.cents THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.receipt_id, NEW.payment_id, NEW.expense_claim_id, NEW.gift_in_kind_id, NEW.cents)
        IS NOT DISTINCT FROM (OLD.id, OLD.receipt_id, OLD.payment_id, OLD.expense_claim_id, OLD.gift_in_kind_id, OLD.cents)
      AND NEW.live = EXISTS (SELECT FROM fiscal_receipts WHERE id = NEW.receipt_id AND status = 'issued') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'what a receipt certifies does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipt_sources_stay';
END $$;
