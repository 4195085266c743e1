CREATE TABLE "cash_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"counted_on" date NOT NULL,
	"pieces" jsonb NOT NULL,
	"counted_cents" integer NOT NULL,
	"recorded_cents" integer NOT NULL,
	"note" text,
	"created_by" uuid,
	"submission" uuid NOT NULL,
	CONSTRAINT "cash_counts_submission_unique" UNIQUE("submission"),
	CONSTRAINT "cash_counts_cents" CHECK ("cash_counts"."counted_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cheque_deposits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" text NOT NULL,
	"deposited_on" date NOT NULL,
	"created_by" uuid,
	"submission" uuid NOT NULL,
	CONSTRAINT "cheque_deposits_number_unique" UNIQUE("number"),
	CONSTRAINT "cheque_deposits_submission_unique" UNIQUE("submission")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_on" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"signed_cents" integer GENERATED ALWAYS AS (case when refund_of is null then amount_cents else -amount_cents end) STORED NOT NULL,
	"method" text NOT NULL,
	"pledge_id" uuid,
	"allocation" text DEFAULT 'any' NOT NULL,
	"project_id" uuid,
	"donor_id" uuid,
	"donor_name" text,
	"donor_email" "citext",
	"refund_of" uuid,
	"reversal" text,
	"reason" text,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"cheque_number" text,
	"cheque_bank" text,
	"deposit_id" uuid,
	"count_id" uuid,
	"submission" uuid NOT NULL,
	"part" smallint DEFAULT 0 NOT NULL,
	"created_by" uuid,
	CONSTRAINT "payments_submission" UNIQUE("submission","part"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" between 1 and 1000000000),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('transfer', 'cheque', 'cash', 'card', 'sepa_debit')),
	CONSTRAINT "payments_allocation" CHECK ("payments"."allocation" in ('any', 'delivraide', 'dressed', 'euro')),
	CONSTRAINT "payments_reversal" CHECK ("payments"."reversal" in ('refund', 'mistake')),
	CONSTRAINT "payments_reversal_of" CHECK (("payments"."refund_of" is null) = ("payments"."reversal" is null) and ("payments"."refund_of" is null) = ("payments"."reason" is null)),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents" and ("payments"."refund_of" is null or "payments"."refunded_cents" = 0)),
	CONSTRAINT "payments_donor" CHECK ("payments"."pledge_id" is not null or "payments"."donor_name" is not null or "payments"."donor_id" is not null),
	CONSTRAINT "payments_cheque" CHECK ("payments"."method" = 'cheque' or ("payments"."cheque_number" is null and "payments"."cheque_bank" is null)),
	CONSTRAINT "payments_deposit" CHECK ("payments"."deposit_id" is null or ("payments"."method" = 'cheque' and "payments"."refund_of" is null)),
	CONSTRAINT "payments_count" CHECK ("payments"."count_id" is null or "payments"."method" = 'cash')
);
--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheque_deposits" ADD CONSTRAINT "cheque_deposits_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_donor_id_users_id_fk" FOREIGN KEY ("donor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_of_payments_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_deposit_id_cheque_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."cheque_deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_count_id_cash_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."cash_counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_counts_by_day" ON "cash_counts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "cheque_deposits_by_day" ON "cheque_deposits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_searched" ON "payments" USING gin (searched_text("donor_name", "donor_email"::text, "cheque_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("received_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("signed_cents","id");--> statement-breakpoint
CREATE INDEX "payments_by_method" ON "payments" USING btree ("method","received_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_project" ON "payments" USING btree ("project_id","received_on","id") WHERE "payments"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_allocation" ON "payments" USING btree ("allocation","received_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_pledge" ON "payments" USING btree ("pledge_id","received_on") WHERE "payments"."pledge_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_donor" ON "payments" USING btree ("donor_id") WHERE "payments"."donor_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_address" ON "payments" USING btree ("donor_email") WHERE "payments"."donor_email" is not null;--> statement-breakpoint
CREATE INDEX "payments_reversals" ON "payments" USING btree ("refund_of") WHERE "payments"."refund_of" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_deposit" ON "payments" USING btree ("deposit_id") WHERE "payments"."deposit_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_count" ON "payments" USING btree ("count_id") WHERE "payments"."count_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_to_deposit" ON "payments" USING btree ("received_on","id") WHERE "payments"."method" = 'cheque' and "payments"."deposit_id" is null and "payments"."refund_of" is null;--> statement-breakpoint
CREATE INDEX "payments_to_count" ON "payments" USING btree ("received_on","id") WHERE "payments"."method" = 'cash' and "payments"."count_id" is null;--> statement-breakpoint
-- A payment of a pledge is for what the pledge is for; what is taken back is of the same pledge, donor and purpose as its payment. The pledge is
-- locked first, so that its project cannot change meanwhile. The check on `refunded_cents` refuses more than came, also of two at once.
CREATE FUNCTION follow_origin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE origin payments;
BEGIN
  IF NEW.refund_of IS NOT NULL THEN
    SELECT * INTO origin FROM payments WHERE id = NEW.refund_of;
    PERFORM FROM pledges WHERE id = origin.pledge_id FOR NO KEY UPDATE;
    UPDATE payments SET refunded_cents = refunded_cents + NEW.amount_cents WHERE id = NEW.refund_of RETURNING * INTO origin;
    IF origin.refund_of IS NOT NULL THEN
      RAISE EXCEPTION 'what was taken back is not taken back again' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_reversal_once';
    END IF;
    IF NEW.received_on < origin.received_on THEN
      RAISE EXCEPTION 'taken back before it came' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_reversal_later';
    END IF;
    NEW.pledge_id := origin.pledge_id;
    NEW.allocation := origin.allocation;
    NEW.project_id := origin.project_id;
    NEW.donor_id := origin.donor_id;
    NEW.donor_name := origin.donor_name;
    NEW.donor_email := origin.donor_email;
  ELSIF NEW.pledge_id IS NOT NULL THEN
    SELECT allocation, project_id INTO NEW.allocation, NEW.project_id FROM pledges WHERE id = NEW.pledge_id FOR NO KEY UPDATE;
    NEW.donor_id := NULL;
    NEW.donor_name := NULL;
    NEW.donor_email := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_origin BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION follow_origin();
--> statement-breakpoint
-- What came stays as it was recorded: an error is taken back by a row of its own. A cheque stays on its slip, cash in its count.
CREATE FUNCTION payments_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.received_on, NEW.amount_cents, NEW.method, NEW.submission, NEW.part) IS DISTINCT FROM (OLD.received_on, OLD.amount_cents, OLD.method, OLD.submission, OLD.part)
    OR (NEW.pledge_id, NEW.refund_of, NEW.reversal) IS DISTINCT FROM (OLD.pledge_id, OLD.refund_of, OLD.reversal)
    OR (OLD.deposit_id IS NOT NULL AND NEW.deposit_id IS DISTINCT FROM OLD.deposit_id)
    OR (OLD.count_id IS NOT NULL AND NEW.count_id IS DISTINCT FROM OLD.count_id) THEN
    RAISE EXCEPTION 'a payment does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_stay BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payments_stay();
--> statement-breakpoint
-- A pledge with a payment is a document of the accounts, whatever its state.
CREATE OR REPLACE FUNCTION keep_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE taken_back boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    taken_back := OLD.status = 'received' AND NEW.status = 'promised';
  END IF;
  NEW.paid := NEW.status = 'received' OR (NEW.rhythm = 'monthly' AND NEW.paid AND NOT taken_back)
    OR EXISTS (SELECT FROM payments WHERE pledge_id = NEW.id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION pledge_has_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pledges SET paid = true WHERE id = NEW.pledge_id AND NOT paid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_of_pledge AFTER INSERT ON payments FOR EACH ROW WHEN (NEW.pledge_id IS NOT NULL) EXECUTE FUNCTION pledge_has_payment();
--> statement-breakpoint
CREATE FUNCTION payments_follow_pledge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET project_id = NEW.project_id, allocation = NEW.allocation WHERE pledge_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pledges_purpose AFTER UPDATE OF project_id, allocation ON pledges FOR EACH ROW
  WHEN (NEW.project_id IS DISTINCT FROM OLD.project_id OR NEW.allocation IS DISTINCT FROM OLD.allocation) EXECUTE FUNCTION payments_follow_pledge();
--> statement-breakpoint
-- Gifts that were received before there were payments: one each, of the day on which somebody said so. Nobody recorded them (`created_by`).
INSERT INTO payments (received_on, amount_cents, method, pledge_id, submission, created_at, updated_at)
SELECT (marked.at AT TIME ZONE 'Europe/Paris')::date, pledges.amount_cents, pledges.method, pledges.id, gen_random_uuid(), marked.at, marked.at
FROM pledges CROSS JOIN LATERAL (
  SELECT coalesce(max(audit_log.at), pledges.updated_at) AS at FROM audit_log
  WHERE audit_log.entity_type = 'pledge' AND audit_log.entity_id = pledges.id::text AND audit_log.action = 'pledge.status'
) marked
WHERE pledges.paid;
--> statement-breakpoint
UPDATE saved_views SET list = '/dashboard/admin/donations/pledges' WHERE list = '/dashboard/admin/pledges';
