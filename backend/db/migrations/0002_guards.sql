-- The audit log numbers and chains its own rows, one writer at a time. The hash leaves `changes` out, so that
-- personal values can be blanked later without breaking the chain.
CREATE FUNCTION audit_log_hash(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws('|', entry.prev_hash, entry.seq::text, extract(epoch FROM entry.at)::text,
    coalesce(entry.actor_id::text, ''), entry.actor_kind, entry.action, entry.entity_type, entry.entity_id,
    array_to_string(entry.fields, ','), coalesce(entry.reason, ''), coalesce(entry.request_id, '')), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_entry record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_log'));
  SELECT seq, hash INTO last_entry FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last_entry.seq, 0) + 1;
  NEW.prev_hash := coalesce(last_entry.hash, '');
  NEW.hash := audit_log_hash(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_log_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'changes' = to_jsonb(OLD) - 'changes' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit_log rows are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_chain();
--> statement-breakpoint
CREATE TRIGGER audit_log_frozen BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_frozen();
--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_frozen();
--> statement-breakpoint
ALTER TABLE memberships ADD CONSTRAINT memberships_no_overlap
  EXCLUDE USING gist (user_id WITH =, daterange(start_date, end_date, '[]') WITH &&) WHERE (status = 'active');
--> statement-breakpoint
CREATE FUNCTION legal_documents_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL AND (TG_OP = 'DELETE' OR
     (to_jsonb(NEW) - 'retired_at' - 'updated_at') <> (to_jsonb(OLD) - 'retired_at' - 'updated_at')) THEN
    RAISE EXCEPTION 'a published legal text does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER legal_documents_frozen BEFORE UPDATE OR DELETE ON legal_documents FOR EACH ROW EXECUTE FUNCTION legal_documents_frozen();
--> statement-breakpoint
CREATE FUNCTION signatures_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'signatures are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER signatures_frozen BEFORE UPDATE OR DELETE ON signatures FOR EACH ROW EXECUTE FUNCTION signatures_frozen();
