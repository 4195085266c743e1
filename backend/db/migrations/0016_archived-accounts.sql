ALTER TABLE "retention_progress" ADD COLUMN "closed_from" text;--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_closed_from" CHECK ("retention_progress"."closed_from" in ('registered', 'waiting', 'to_validate', 'validated', 'refused', 'suspended', 'left') and "retention_progress"."closed_from" <> 'left');--> statement-breakpoint
-- The steps of an account's life as before, and one more: an account that nobody used, and that is not yet nobody's, comes back as what it was.
CREATE OR REPLACE FUNCTION users_state_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.account_state = 'left' THEN
    IF EXISTS (SELECT FROM retention_progress WHERE user_id = NEW.id AND state = 'archived' AND closed_from = NEW.account_state) THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.account_state = 'left' OR (OLD.account_state || ' ' || NEW.account_state) = ANY (ARRAY[
    'registered waiting', 'registered to_validate', 'registered validated', 'waiting to_validate', 'waiting refused',
    'to_validate waiting', 'to_validate validated', 'to_validate refused', 'refused to_validate',
    'validated suspended', 'validated waiting', 'validated to_validate', 'suspended validated',
    'waiting validated', 'refused validated', 'refused waiting'
  ]) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'no account goes from % to %', OLD.account_state, NEW.account_state USING ERRCODE = 'restrict_violation', CONSTRAINT = 'users_state_steps';
END $$;
