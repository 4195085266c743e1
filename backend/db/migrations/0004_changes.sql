-- Every change that is recorded is said on a channel when it is committed: those who keep copies throw them away.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maillon_changes', NEW.entity_type);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_announced AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION announce_change();
