ALTER TABLE audit_head ADD CONSTRAINT audit_head_one CHECK ("only");
--> statement-breakpoint
CREATE SEQUENCE audit_log_waiting;
--> statement-breakpoint
INSERT INTO audit_head DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION audit_digest(value text, salt text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(salt || value, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- The digests of the values and of the reason stand in the hash for them, so that the words can go and the chain stands.
CREATE FUNCTION audit_log_hash(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(entry.prev_hash, entry.seq, extract(epoch FROM entry.at)::text, entry.actor_id,
    entry.actor_kind, entry.action, entry.entity_type, entry.entity_id, entry.fields, entry.changes_digest, entry.reason_digest,
    entry.request_id)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Whether the values and the reason are those that the digests were made of; what was blanked is nothing to compare.
CREATE FUNCTION audit_log_values_stand(entry audit_log) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (entry.changes IS NULL OR audit_digest(entry.changes::text, entry.salt) IS NOT DISTINCT FROM entry.changes_digest)
    AND (entry.reason IS NULL OR audit_digest(entry.reason, entry.salt) IS NOT DISTINCT FROM entry.reason_digest)
    AND (entry.salt IS NOT NULL OR (entry.changes IS NULL AND entry.reason IS NULL))
$$;
--> statement-breakpoint
-- A row waits below zero until its transaction has done all else: what it locks then, it locks last, so that no two wait for each other.
CREATE FUNCTION audit_log_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seq := -nextval('audit_log_waiting');
  NEW.salt := CASE WHEN NEW.changes IS NOT NULL OR NEW.reason IS NOT NULL THEN gen_random_uuid()::text END;
  NEW.changes_digest := audit_digest(NEW.changes::text, NEW.salt);
  NEW.reason_digest := audit_digest(NEW.reason, NEW.salt);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
  waiting bigint := NEW.seq;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_log'));
  SELECT * INTO STRICT head FROM audit_head;
  NEW.seq := head.seq + 1;
  NEW.prev_hash := head.hash;
  NEW.hash := audit_log_hash(NEW);
  UPDATE audit_log SET seq = NEW.seq, prev_hash = NEW.prev_hash, hash = NEW.hash WHERE seq = waiting;
  UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_log_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seq < 0 AND NEW.seq > 0
    AND to_jsonb(NEW) - '{seq,prev_hash,hash}'::text[] = to_jsonb(OLD) - '{seq,prev_hash,hash}'::text[] THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - '{changes,reason}'::text[] = to_jsonb(OLD) - '{changes,reason}'::text[]
    AND (NEW.changes IS NULL OR NEW.changes = OLD.changes) AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN
    IF NEW.changes IS NULL AND NEW.reason IS NULL THEN NEW.salt := NULL; END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log rows are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_head_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the head of the audit log is kept' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- Every change that is recorded is said on a channel when it is committed: those who keep copies throw them away.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maillon_changes', NEW.entity_type);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_wait BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_wait();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_log_chain();
--> statement-breakpoint
CREATE TRIGGER audit_log_frozen BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_frozen();
--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_frozen();
--> statement-breakpoint
CREATE TRIGGER audit_head_kept BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_head_kept();
--> statement-breakpoint
CREATE TRIGGER audit_log_announced AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION announce_change();
--> statement-breakpoint
-- Which kinds of changes are about which things: without it the planner walks the whole log for two that never meet.
CREATE STATISTICS audit_log_kinds (mcv, dependencies) ON action, entity_type FROM audit_log;
