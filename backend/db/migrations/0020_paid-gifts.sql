ALTER TABLE "pledges" ADD COLUMN "paid" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A monthly gift that was stopped counts as paid, unless the log says that it was stopped before any money came.
UPDATE pledges SET paid = true
WHERE status = 'received' OR (
  status = 'cancelled' AND rhythm = 'monthly' AND NOT EXISTS (
    SELECT FROM audit_log
    WHERE entity_type = 'pledge' AND entity_id = pledges.id::text
      AND changes #>> '{status,before}' = 'promised' AND changes #>> '{status,after}' = 'cancelled'
  )
);
--> statement-breakpoint
-- A gift that is said to be promised after it was received was received by mistake: nothing came.
CREATE FUNCTION keep_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE taken_back boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    taken_back := OLD.status = 'received' AND NEW.status = 'promised';
  END IF;
  NEW.paid := NEW.status = 'received' OR (NEW.rhythm = 'monthly' AND NEW.paid AND NOT taken_back);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pledges_paid BEFORE INSERT OR UPDATE ON pledges FOR EACH ROW EXECUTE FUNCTION keep_paid();
