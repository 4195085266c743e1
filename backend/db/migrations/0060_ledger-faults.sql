ALTER TABLE "cash_counts" ALTER COLUMN "counted_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "cash_counts" ALTER COLUMN "recorded_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces_payments_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_replaced_once" ON "payments" USING btree ("replaces") WHERE "payments"."replaces" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces" CHECK ("payments"."replaces" is null or "payments"."deposit_id" is not null);--> statement-breakpoint
-- As before; and what was recorded by mistake never came: its correction has the day, the means and the count of its payment, so that the sums of past
-- days are right. A cheque is corrected as a whole, since the bank has either that cheque or another.
-- A cheque of which a part was returned did come: it is no mistake, and would stay on its slip with a rest.
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
END $$;--> statement-breakpoint
-- A cheque for several pledges goes to the bank with all its parts, on one slip.
CREATE FUNCTION cheque_goes_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET deposit_id = NEW.deposit_id, updated_at = NEW.updated_at
    WHERE submission = NEW.submission AND method = 'cheque' AND refund_of IS NULL AND deposit_id IS NULL;
  IF EXISTS (SELECT FROM payments WHERE submission = NEW.submission AND deposit_id <> NEW.deposit_id) THEN
    RAISE EXCEPTION 'a cheque is on one slip' USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_one_slip';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_cheque_whole AFTER UPDATE OF deposit_id ON payments FOR EACH ROW
  WHEN (OLD.deposit_id IS NULL AND NEW.deposit_id IS NOT NULL) EXECUTE FUNCTION cheque_goes_whole();--> statement-breakpoint
-- Payments are locked in the order of their ids, as everywhere else, so that two changes wait for each other instead of blocking each other.
CREATE OR REPLACE FUNCTION payments_follow_pledge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM payments WHERE pledge_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE payments SET project_id = NEW.project_id, allocation = NEW.allocation WHERE pledge_id = NEW.id;
  RETURN NULL;
END $$;
