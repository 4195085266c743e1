CREATE TABLE "audit_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"anchored_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "changes_digest" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_one" CHECK ("only");
--> statement-breakpoint
CREATE SEQUENCE audit_log_waiting;
--> statement-breakpoint
CREATE FUNCTION audit_digest(value text, salt text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(salt || value, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- The digests of the values and of the reason stand in the hash for them, so that the words can go and the chain stands.
CREATE OR REPLACE FUNCTION audit_log_hash(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
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
DROP TRIGGER audit_log_chain ON audit_log;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION audit_log_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Existing rows are chained again, once, over their values.
ALTER TABLE audit_log DISABLE TRIGGER audit_log_frozen;
--> statement-breakpoint
DO $$
DECLARE
  entry audit_log;
  previous text := '';
  last_seq bigint := 0;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY seq LOOP
    entry.prev_hash := previous;
    entry.salt := CASE WHEN entry.changes IS NOT NULL OR entry.reason IS NOT NULL THEN gen_random_uuid()::text END;
    entry.changes_digest := audit_digest(entry.changes::text, entry.salt);
    entry.reason_digest := coalesce(audit_digest(entry.reason, entry.salt), entry.reason_digest);
    previous := audit_log_hash(entry);
    last_seq := entry.seq;
    UPDATE audit_log SET prev_hash = entry.prev_hash, salt = entry.salt, changes_digest = entry.changes_digest,
      reason_digest = entry.reason_digest, hash = previous WHERE seq = entry.seq;
  END LOOP;
  INSERT INTO audit_head (seq, hash) VALUES (last_seq, previous);
END $$;
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER audit_log_frozen;
--> statement-breakpoint
CREATE TRIGGER audit_log_wait BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_wait();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chain AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_log_chain();
--> statement-breakpoint
CREATE FUNCTION audit_head_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the head of the audit log is kept' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_kept BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_head_kept();
