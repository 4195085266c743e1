ALTER TABLE "cash_counts" ALTER COLUMN "counted_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "cash_counts" ALTER COLUMN "recorded_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces_payments_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_replaced_once" ON "payments" USING btree ("replaces") WHERE "payments"."replaces" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_replaces" CHECK ("payments"."replaces" is null or "payments"."deposit_id" is not null);--> statement-breakpoint
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
