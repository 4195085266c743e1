ALTER TABLE "volunteer_certificates" DROP CONSTRAINT "volunteer_certificates_withdrawn";--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "excused_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "away_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "replacement_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD COLUMN "withdraw_cause" text;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
-- The cause was stored as a French text.
UPDATE "volunteer_certificates" SET "withdraw_cause" = 'corrected', "withdraw_reason" = NULL WHERE "withdraw_reason" = 'des heures ont été corrigées';--> statement-breakpoint
UPDATE "volunteer_hours" SET "rejected_at" = "updated_at" WHERE "status" = 'rejected';--> statement-breakpoint
-- Only the next step, of somebody who has a place, or back from a kit that was not handed over after all; the end only as the attendance says it.
CREATE OR REPLACE FUNCTION keep_kit_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attendance text;
  ended CONSTANT text[] := array['delivered', 'absent'];
BEGIN
  SELECT status INTO attendance FROM event_registrations WHERE id = NEW.registration_id;
  IF NOT (CASE
    WHEN NEW.status = 'delivered' THEN attendance = 'attended'
    WHEN NEW.status = 'absent' THEN attendance = 'no_show'
    WHEN OLD.status = ANY(ended) THEN attendance NOT IN ('attended', 'no_show')
    WHEN NEW.status = 'in_preparation' THEN OLD.status IN ('ordered', 'collected') AND attendance = 'confirmed'
    WHEN NEW.status = 'collected' THEN OLD.status = 'in_preparation' AND attendance = 'confirmed'
    ELSE false
  END) THEN
    RAISE EXCEPTION 'the order % does not go from % to %', NEW.registration_id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'kit_orders_steps';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_excused_before" CHECK ("check_ins"."excused_before" is null or "check_ins"."status_before" is not distinct from 'no_show');--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_confirmed_before" CHECK (num_nonnulls("check_ins"."away_before", "check_ins"."replacement_before") = 0 or "check_ins"."status_before" is not distinct from 'confirmed');--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD CONSTRAINT "volunteer_certificates_withdraw_cause" CHECK ("volunteer_certificates"."withdraw_cause" in ('corrected', 'taken_back'));--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD CONSTRAINT "volunteer_certificates_withdrawn" CHECK (num_nonnulls("volunteer_certificates"."withdraw_cause", "volunteer_certificates"."withdraw_reason") = num_nonnulls("volunteer_certificates"."withdrawn_at"));--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_rejected" CHECK (("volunteer_hours"."status" = 'rejected') = ("volunteer_hours"."rejected_at" is not null));
