ALTER TABLE "memberships" DROP CONSTRAINT "memberships_status";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "needs_proof" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "proof_seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "memberships_to_approve" ON "memberships" USING btree ("status_at") WHERE "memberships"."status" = 'pending_approval';--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_proof" CHECK (case when "memberships"."needs_proof" and "memberships"."proof_seen_at" is null then "memberships"."status" not in ('pending_payment', 'active') else "memberships"."status" <> 'pending_approval' end);--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('pending_approval', 'pending_payment', 'active', 'cancelled', 'refunded', 'abandoned'));
--> statement-breakpoint
ALTER TABLE memberships DROP CONSTRAINT memberships_no_overlap;--> statement-breakpoint
ALTER TABLE memberships ADD CONSTRAINT memberships_no_overlap
  EXCLUDE USING gist (user_id WITH =, family WITH =, daterange(start_date, end_date, '[]') WITH &&)
  WHERE (status IN ('active', 'pending_payment', 'pending_approval'));
--> statement-breakpoint
-- Whether a proof is asked for is that of the plan on the day of the request.
CREATE OR REPLACE FUNCTION memberships_follow_plan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_plan membership_plans;
BEGIN
  SELECT * INTO of_plan FROM membership_plans WHERE id = NEW.plan_id;
  NEW.family := of_plan.family;
  NEW.grace_days := of_plan.grace_days;
  IF TG_OP = 'INSERT' THEN
    NEW.needs_proof := NEW.reduced AND of_plan.reduced_proof;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Requests from before wait for their proof as well, unless something came of them or is being paid: as long as one of today, and with its reminder.
ALTER TABLE memberships DISABLE TRIGGER memberships_move;--> statement-breakpoint
UPDATE memberships it SET needs_proof = true, status = 'pending_approval', status_at = now(), pay_notice_at = NULL FROM membership_plans of_plan
  WHERE of_plan.id = it.plan_id AND of_plan.reduced_proof AND it.reduced AND it.status = 'pending_payment'
    AND NOT EXISTS (SELECT FROM payments WHERE membership_id = it.id) AND NOT EXISTS (SELECT FROM checkouts WHERE membership_id = it.id)
    AND NOT EXISTS (SELECT FROM membership_renewals WHERE next_id = it.id);
--> statement-breakpoint
ALTER TABLE memberships ENABLE TRIGGER memberships_move;--> statement-breakpoint
CREATE OR REPLACE FUNCTION memberships_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('pending_approval', 'pending_payment'), ('pending_approval', 'cancelled'), ('pending_approval', 'abandoned'),
    ('pending_payment', 'active'), ('pending_payment', 'cancelled'), ('pending_payment', 'abandoned'),
    ('active', 'pending_payment'), ('active', 'cancelled'), ('active', 'refunded'), ('cancelled', 'refunded'), ('abandoned', 'active'), ('abandoned', 'pending_payment')) THEN
    RAISE EXCEPTION 'a membership does not move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_move';
  END IF;
  RETURN NEW;
END $$;
