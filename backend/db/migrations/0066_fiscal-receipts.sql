CREATE TABLE "fiscal_receipt_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "fiscal_receipt_sources_once" UNIQUE("receipt_id","payment_id"),
	CONSTRAINT "fiscal_receipt_sources_cents" CHECK ("fiscal_receipt_sources"."cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "fiscal_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"number" integer NOT NULL,
	"display_number" text NOT NULL,
	"issuer" jsonb,
	"donor" jsonb,
	"donor_name" text,
	"donor_email" "citext",
	"donor_id" uuid,
	"article" text NOT NULL,
	"form" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"methods" text[] NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by" uuid,
	"status" text DEFAULT 'issued' NOT NULL,
	"cancel_reason" text,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" uuid,
	"replaces_id" uuid,
	"pdf" "bytea",
	"sha256" text,
	"sent_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "fiscal_receipts_displayNumber_unique" UNIQUE("display_number"),
	CONSTRAINT "fiscal_receipts_number" UNIQUE("series","year","number"),
	CONSTRAINT "fiscal_receipts_replaced_once" UNIQUE("replaces_id"),
	CONSTRAINT "fiscal_receipts_series" CHECK ("fiscal_receipts"."series" in ('IND', 'COM')),
	CONSTRAINT "fiscal_receipts_article" CHECK (("fiscal_receipts"."series" = 'IND') = ("fiscal_receipts"."article" = '200')),
	CONSTRAINT "fiscal_receipts_display" CHECK ("fiscal_receipts"."display_number" = "fiscal_receipts"."series" || '-' || "fiscal_receipts"."year" || '-' || lpad("fiscal_receipts"."number"::text, greatest(6, length("fiscal_receipts"."number"::text)), '0')),
	CONSTRAINT "fiscal_receipts_counted" CHECK ("fiscal_receipts"."number" > 0 and "fiscal_receipts"."amount_cents" > 0),
	CONSTRAINT "fiscal_receipts_period" CHECK ("fiscal_receipts"."period_to" - "fiscal_receipts"."period_from" between 0 and 365),
	CONSTRAINT "fiscal_receipts_civil_year" CHECK ("fiscal_receipts"."series" <> 'IND' or extract(year from "fiscal_receipts"."period_from") = extract(year from "fiscal_receipts"."period_to")),
	CONSTRAINT "fiscal_receipts_cancelled" CHECK (case "fiscal_receipts"."status" when 'issued' then "fiscal_receipts"."cancelled_at" is null and "fiscal_receipts"."cancel_reason" is null
        when 'cancelled' then "fiscal_receipts"."cancelled_at" is not null and "fiscal_receipts"."cancel_reason" is not null else false end),
	CONSTRAINT "fiscal_receipts_whole" CHECK (case when "fiscal_receipts"."erased_at" is null then "fiscal_receipts"."issuer" is not null and "fiscal_receipts"."donor" is not null and "fiscal_receipts"."donor_name" is not null and "fiscal_receipts"."pdf" is not null
          and "fiscal_receipts"."sha256" = encode(sha256("fiscal_receipts"."pdf"), 'hex')
        else num_nonnulls("fiscal_receipts"."issuer", "fiscal_receipts"."donor", "fiscal_receipts"."donor_name", "fiscal_receipts"."donor_email", "fiscal_receipts"."donor_id", "fiscal_receipts"."pdf", "fiscal_receipts"."sha256") = 0 end)
);
--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_receipt_id_fiscal_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."fiscal_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipt_sources" ADD CONSTRAINT "fiscal_receipt_sources_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_replaces_id_fiscal_receipts_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."fiscal_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_receipt_sources_of_payment" ON "fiscal_receipt_sources" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipt_sources_live" ON "fiscal_receipt_sources" USING btree ("payment_id") WHERE "fiscal_receipt_sources"."live";--> statement-breakpoint
CREATE INDEX "fiscal_receipts_searched" ON "fiscal_receipts" USING gin (searched_text("display_number", "donor_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fiscal_receipts_by_day" ON "fiscal_receipts" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_by_amount" ON "fiscal_receipts" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_by_year" ON "fiscal_receipts" USING btree ("year","issued_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_by_series" ON "fiscal_receipts" USING btree ("series","issued_at","id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_cancelled_by_day" ON "fiscal_receipts" USING btree ("issued_at","id") WHERE "fiscal_receipts"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "fiscal_receipts_of_address" ON "fiscal_receipts" USING btree ("donor_email","issued_at") WHERE "fiscal_receipts"."donor_email" is not null;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_of_donor" ON "fiscal_receipts" USING btree ("donor_id","issued_at") WHERE "fiscal_receipts"."donor_id" is not null;--> statement-breakpoint
-- The last day of an accounting year that ends in a year, from DD/MM: 29/02 is the last day of February in each year.
CREATE FUNCTION fiscal_year_end(in_year integer, ends text) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT least(make_date(in_year, right(ends, 2)::integer, 1) + left(ends, 2)::integer - 1,
    (make_date(in_year, right(ends, 2)::integer, 1) + interval '1 month')::date - 1)
$$;
--> statement-breakpoint
-- A number is the last of its series, which its transaction has locked.
CREATE FUNCTION receipts_in_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number IS DISTINCT FROM (SELECT last FROM sequences WHERE series = NEW.series AND year = NEW.year) THEN
    RAISE EXCEPTION 'a receipt has the next number of its series' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipts_in_turn';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fiscal_receipts_in_turn BEFORE INSERT ON fiscal_receipts FOR EACH ROW EXECUTE FUNCTION receipts_in_turn();
--> statement-breakpoint
-- A receipt stays as it was issued. It is cancelled once, sent, and emptied after its six years.
CREATE FUNCTION receipts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  emptied boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a receipt is not deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipts_stay';
  END IF;
  emptied := OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL;
  IF (NEW.id, NEW.created_at, NEW.series, NEW.year, NEW.number, NEW.display_number, NEW.article, NEW.form, NEW.amount_cents, NEW.methods)
      IS DISTINCT FROM (OLD.id, OLD.created_at, OLD.series, OLD.year, OLD.number, OLD.display_number, OLD.article, OLD.form, OLD.amount_cents, OLD.methods)
    OR (NEW.period_from, NEW.period_to, NEW.issued_at, NEW.issued_by, NEW.replaces_id)
      IS DISTINCT FROM (OLD.period_from, OLD.period_to, OLD.issued_at, OLD.issued_by, OLD.replaces_id)
    OR (NOT emptied AND (NEW.issuer, NEW.donor, NEW.donor_name, NEW.donor_email, NEW.donor_id, NEW.sha256, NEW.erased_at)
      IS DISTINCT FROM (OLD.issuer, OLD.donor, OLD.donor_name, OLD.donor_email, OLD.donor_id, OLD.sha256, OLD.erased_at))
    OR (OLD.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at)
    OR (OLD.status = 'cancelled' AND (NEW.status, NEW.cancelled_at, NEW.cancelled_by) IS DISTINCT FROM (OLD.status, OLD.cancelled_at, OLD.cancelled_by))
    OR (OLD.status = 'cancelled' AND NOT emptied AND NEW.cancel_reason IS DISTINCT FROM OLD.cancel_reason) THEN
    RAISE EXCEPTION 'a receipt does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipts_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fiscal_receipts_stay BEFORE UPDATE OR DELETE ON fiscal_receipts FOR EACH ROW EXECUTE FUNCTION receipts_stay();
--> statement-breakpoint
CREATE FUNCTION receipt_frees_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fiscal_receipt_sources SET live = false WHERE receipt_id = NEW.id AND live;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER fiscal_receipts_cancelled AFTER UPDATE OF status ON fiscal_receipts FOR EACH ROW
  WHEN (OLD.status = 'issued' AND NEW.status = 'cancelled') EXECUTE FUNCTION receipt_frees_payments();
--> statement-breakpoint
-- A source is what is left of a payment when the receipt is issued: it stays, and no longer counts once the receipt is cancelled.
CREATE FUNCTION receipt_sources_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  left_cents integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT amount_cents - refunded_cents INTO left_cents FROM payments WHERE id = NEW.payment_id AND refund_of IS NULL FOR SHARE;
    IF NEW.live AND left_cents = NEW.cents THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.receipt_id, NEW.payment_id, NEW.cents) IS NOT DISTINCT FROM (OLD.id, OLD.receipt_id, OLD.payment_id, OLD.cents)
      AND NEW.live = EXISTS (SELECT FROM fiscal_receipts WHERE id = NEW.receipt_id AND status = 'issued') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'what a receipt certifies does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipt_sources_stay';
END $$;
--> statement-breakpoint
CREATE TRIGGER fiscal_receipt_sources_stay BEFORE INSERT OR UPDATE OR DELETE ON fiscal_receipt_sources FOR EACH ROW EXECUTE FUNCTION receipt_sources_stay();
--> statement-breakpoint
-- What a receipt certifies is the sum of its payments, when its transaction ends.
CREATE FUNCTION receipt_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose uuid;
BEGIN
  IF TG_TABLE_NAME = 'fiscal_receipts' THEN
    whose := NEW.id;
  ELSE
    whose := NEW.receipt_id;
  END IF;
  IF (SELECT amount_cents FROM fiscal_receipts WHERE id = whose)
    IS DISTINCT FROM (SELECT sum(cents)::bigint FROM fiscal_receipt_sources WHERE receipt_id = whose) THEN
    RAISE EXCEPTION 'a receipt is the sum of its payments' USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_receipts_add_up';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fiscal_receipts_add_up AFTER INSERT ON fiscal_receipts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION receipt_adds_up();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER fiscal_receipt_sources_add_up AFTER INSERT ON fiscal_receipt_sources DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION receipt_adds_up();
