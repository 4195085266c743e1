CREATE TABLE "membership_plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"family" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" smallint DEFAULT 1 NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb,
	"roles" text[] NOT NULL,
	"period" text NOT NULL,
	"months" smallint,
	"price_cents" integer NOT NULL,
	"free_amount" boolean DEFAULT false NOT NULL,
	"reduced_cents" integer,
	"reduced_label" jsonb,
	"reduced_proof" boolean DEFAULT false NOT NULL,
	"grace_days" smallint DEFAULT 0 NOT NULL,
	"receipt_eligible" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"valid_from" date NOT NULL,
	CONSTRAINT "membership_plans_version" UNIQUE("family","version"),
	CONSTRAINT "membership_plans_period" CHECK ("membership_plans"."period" in ('rolling_12m', 'civil_year', 'school_year', 'months', 'lifetime') and ("membership_plans"."period" = 'months') = ("membership_plans"."months" is not null)),
	CONSTRAINT "membership_plans_months" CHECK ("membership_plans"."months" between 1 and 60),
	CONSTRAINT "membership_plans_price" CHECK ("membership_plans"."price_cents" >= 0 and ("membership_plans"."reduced_cents" is null or "membership_plans"."reduced_cents" between 0 and "membership_plans"."price_cents")),
	CONSTRAINT "membership_plans_grace" CHECK ("membership_plans"."grace_days" between 0 and 180 and ("membership_plans"."period" <> 'lifetime' or "membership_plans"."grace_days" = 0))
);
--> statement-breakpoint
-- The plan of memberships that are older than the plans. Nobody can ask for it.
INSERT INTO membership_plans (id, family, name, roles, period, price_cents, active, valid_from) VALUES ('5f0f2f7c-3c51-4d1e-8a55-6f3d6a0c1b20',
  '5f0f2f7c-3c51-4d1e-8a55-6f3d6a0c1b20', '{"fr": "Adhésion d’avant les formules", "en": "Membership from before the plans"}', '{}', 'rolling_12m', 0, false, '2000-01-01');
--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_status";--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "plan_id" uuid DEFAULT '5f0f2f7c-3c51-4d1e-8a55-6f3d6a0c1b20' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "family" uuid DEFAULT '5f0f2f7c-3c51-4d1e-8a55-6f3d6a0c1b20' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "status_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "grace_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "valid_until" date GENERATED ALWAYS AS (end_date + grace_days) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "price_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reduced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "cancelled_reason" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "due_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "end_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_plans_offered" ON "membership_plans" USING btree ("family") WHERE "membership_plans"."active";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_plan_id_membership_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."membership_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_searched" ON "memberships" USING gin (searched_text("number", "reference") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "memberships_by_end" ON "memberships" USING btree ("end_date","id");--> statement-breakpoint
CREATE INDEX "memberships_by_day" ON "memberships" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "memberships_of_family" ON "memberships" USING btree ("family","end_date","id");--> statement-breakpoint
CREATE INDEX "memberships_waiting" ON "memberships" USING btree ("status_at") WHERE "memberships"."status" = 'pending_payment';--> statement-breakpoint
CREATE INDEX "payments_by_membership" ON "payments" USING btree ("membership_id") WHERE "payments"."membership_id" is not null;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_numbered" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_referenced" UNIQUE("reference");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_price" CHECK ("memberships"."price_cents" between 0 and 1000000000);--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_method" CHECK ("memberships"."method" in ('transfer', 'cheque', 'cash', 'card', 'sepa_debit'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_cancelled" CHECK ("memberships"."cancelled_reason" is null or "memberships"."status" in ('cancelled', 'refunded'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('pending_payment', 'active', 'cancelled', 'refunded', 'abandoned'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dues" CHECK ("payments"."membership_id" is null or "payments"."pledge_id" is null);--> statement-breakpoint
ALTER TABLE memberships DROP CONSTRAINT memberships_no_overlap;--> statement-breakpoint
-- A request holds its period as an active membership does, so that a hundred of them at once are one.
ALTER TABLE memberships ADD CONSTRAINT memberships_no_overlap
  EXCLUDE USING gist (user_id WITH =, family WITH =, daterange(start_date, end_date, '[]') WITH &&) WHERE (status IN ('active', 'pending_payment'));
--> statement-breakpoint
-- A membership is of the family of its plan, and has its days of grace.
CREATE FUNCTION memberships_follow_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT family, grace_days INTO NEW.family, NEW.grace_days FROM membership_plans WHERE id = NEW.plan_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_plan BEFORE INSERT OR UPDATE OF plan_id, family, grace_days ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_follow_plan();
--> statement-breakpoint
-- A membership that was asked for becomes active, is given up or ends unpaid, and waits again when a part comes late; an active one is cancelled or refunded, or waits again after a mistake.
CREATE FUNCTION memberships_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('pending_payment', 'active'), ('pending_payment', 'cancelled'), ('pending_payment', 'abandoned'),
    ('active', 'pending_payment'), ('active', 'cancelled'), ('active', 'refunded'), ('cancelled', 'refunded'), ('abandoned', 'active'), ('abandoned', 'pending_payment')) THEN
    RAISE EXCEPTION 'a membership does not move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_move';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_move BEFORE UPDATE OF status ON memberships FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION memberships_move();
--> statement-breakpoint
-- What was asked for stays what it was: a change of a plan is a version of its own.
CREATE FUNCTION membership_plans_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'active' - 'updated_at' IS DISTINCT FROM to_jsonb(OLD) - 'active' - 'updated_at' THEN
    RAISE EXCEPTION 'a version of a plan does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'membership_plans_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER membership_plans_stay BEFORE UPDATE ON membership_plans FOR EACH ROW EXECUTE FUNCTION membership_plans_stay();
--> statement-breakpoint
-- What is taken back is of the gift or the dues of its payment. What was recorded by mistake never came: its correction has the day, the means and the
-- count of its payment, so that the sums of past days are right. A cheque is corrected as a whole, since the bank has either that cheque or another; one
-- of which a part was returned did come. Dues are of their member, for nothing else.
CREATE OR REPLACE FUNCTION follow_origin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE origin payments;
BEGIN
  IF NEW.refund_of IS NOT NULL THEN
    SELECT * INTO origin FROM payments WHERE id = NEW.refund_of;
    PERFORM FROM pledges WHERE id = origin.pledge_id FOR NO KEY UPDATE;
    UPDATE payments SET refunded_cents = refunded_cents + NEW.amount_cents WHERE id = NEW.refund_of RETURNING * INTO origin;
    IF origin.refund_of IS NOT NULL THEN
      RAISE EXCEPTION 'what was taken back is not taken back again' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_reversal_once';
    END IF;
    IF NEW.reversal = 'mistake' THEN
      IF origin.method = 'cheque' AND origin.refunded_cents < origin.amount_cents THEN
        RAISE EXCEPTION 'a cheque is corrected as a whole' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_whole_cheque';
      END IF;
      IF origin.method = 'cheque' AND EXISTS (SELECT FROM payments part JOIN payments taken ON taken.refund_of = part.id
        WHERE part.submission = origin.submission AND taken.reversal = 'refund') THEN
        RAISE EXCEPTION 'a cheque that was returned came' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_returned_cheque';
      END IF;
      NEW.received_on := origin.received_on;
      NEW.method := origin.method;
      NEW.count_id := origin.count_id;
    END IF;
    IF NEW.received_on < origin.received_on THEN
      RAISE EXCEPTION 'taken back before it came' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_reversal_later';
    END IF;
    NEW.pledge_id := origin.pledge_id;
    NEW.membership_id := origin.membership_id;
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
  ELSIF NEW.membership_id IS NOT NULL THEN
    SELECT user_id INTO NEW.donor_id FROM memberships WHERE id = NEW.membership_id;
    NEW.allocation := 'any';
    NEW.project_id := NULL;
    NEW.donor_name := NULL;
    NEW.donor_email := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A payment stays with its pledge or membership, with the line that it came with, as a cheque on its slip, and what the provider calls it.
CREATE OR REPLACE FUNCTION payments_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.received_on, NEW.amount_cents, NEW.method, NEW.submission, NEW.part) IS DISTINCT FROM (OLD.received_on, OLD.amount_cents, OLD.method, OLD.submission, OLD.part)
    OR (NEW.pledge_id, NEW.membership_id, NEW.refund_of, NEW.reversal, NEW.replaces, NEW.provider_reference)
      IS DISTINCT FROM (OLD.pledge_id, OLD.membership_id, OLD.refund_of, OLD.reversal, OLD.replaces, OLD.provider_reference)
    OR (OLD.deposit_id IS NOT NULL AND NEW.deposit_id IS DISTINCT FROM OLD.deposit_id)
    OR (OLD.count_id IS NOT NULL AND NEW.count_id IS DISTINCT FROM OLD.count_id)
    OR (OLD.statement_line_id IS NOT NULL AND NEW.statement_line_id IS DISTINCT FROM OLD.statement_line_id) THEN
    RAISE EXCEPTION 'a payment does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A membership whose dues were a mistake waits for them again; one whose dues were all returned is refunded. It is locked before its payments are
-- added up, so that whoever comes second sees the first.
CREATE FUNCTION membership_settles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_membership memberships;
DECLARE came bigint;
BEGIN
  SELECT * INTO of_membership FROM memberships WHERE id = NEW.membership_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(signed_cents), 0) INTO came FROM payments WHERE membership_id = NEW.membership_id;
  IF NEW.reversal = 'mistake' AND of_membership.status = 'active' AND came < of_membership.price_cents THEN
    UPDATE memberships SET status = 'pending_payment', status_at = NEW.created_at, updated_at = NEW.created_at WHERE id = NEW.membership_id;
  ELSIF NEW.reversal = 'refund' AND of_membership.status IN ('active', 'cancelled') AND came = 0 THEN
    UPDATE memberships SET status = 'refunded', status_at = NEW.created_at, updated_at = NEW.created_at WHERE id = NEW.membership_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_of_membership AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.membership_id IS NOT NULL AND NEW.refund_of IS NOT NULL) EXECUTE FUNCTION membership_settles();
