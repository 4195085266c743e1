-- What is called answered has a reply, whichever of the two was written first.
CREATE FUNCTION answered_has_a_reply() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_reply boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', TG_ARGV[0], TG_ARGV[1]) INTO has_reply USING NEW.id;
  IF NOT has_reply THEN
    RAISE EXCEPTION '% is answered by no reply', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER messages_answered AFTER INSERT OR UPDATE OF status ON messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'answered') EXECUTE FUNCTION answered_has_a_reply('message_replies', 'message_id');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER applications_answered AFTER INSERT OR UPDATE OF status ON applications
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'answered') EXECUTE FUNCTION answered_has_a_reply('application_replies', 'application_id');
--> statement-breakpoint
-- A mail that is over keeps no token, and one that was sent or whose link has ended no words.
CREATE FUNCTION blank_ended_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sealed_token := NULL;
  IF NEW.status IN ('sent', 'expired') THEN
    NEW.subject := '';
    NEW.text := '';
    NEW.html := '';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_mails_blank_ended BEFORE INSERT OR UPDATE ON outgoing_mails FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION blank_ended_mail();
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
