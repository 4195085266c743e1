ALTER TABLE "statements" ADD COLUMN "reversed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- As before; and a cheque of which a part was returned did come: it is no mistake, and would stay on its slip with a rest.
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
END $$;
--> statement-breakpoint
-- A line of a statement waits again once all that was recorded of it is taken back, the last of it as a mistake and none of it returned: that money
-- came, and would be given a second time. The line is locked first, so that whoever takes its last part back sees the others.
CREATE OR REPLACE FUNCTION line_waits_again() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line_of uuid;
BEGIN
  SELECT statement_line_id INTO line_of FROM payments WHERE id = NEW.refund_of;
  IF line_of IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM statement_lines WHERE id = line_of FOR UPDATE;
  UPDATE statement_lines line SET state = 'waiting', undone_at = NEW.created_at, updated_at = NEW.created_at
  WHERE line.id = line_of AND line.state = 'matched'
    AND NOT EXISTS (SELECT FROM payments other WHERE other.statement_line_id = line.id AND other.refunded_cents < other.amount_cents)
    AND NOT EXISTS (SELECT FROM payments other JOIN payments taken ON taken.refund_of = other.id
      WHERE other.statement_line_id = line.id AND taken.reversal = 'refund');
  RETURN NULL;
END $$;
