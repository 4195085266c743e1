-- Values that go within twelve months, as by an erasure, are named by a row of the log itself: by the beginning of their digest, which is part of that
-- row's hash. First those that are gone already.
INSERT INTO audit_log (actor_kind, action, entity_type, entity_id, fields)
SELECT 'system', 'audit_log.blank', 'audit_log', 'audit_log', array_agg(left(digest, 16) ORDER BY seq)
FROM (
  SELECT seq, changes_digest AS digest FROM audit_log WHERE changes IS NULL AND at > now() - interval '12 months'
  UNION ALL SELECT seq, reason_digest FROM audit_log WHERE reason IS NULL AND at > now() - interval '12 months'
) gone WHERE digest IS NOT NULL HAVING count(*) > 0;
--> statement-breakpoint
SET CONSTRAINTS audit_log_chain IMMEDIATE;
--> statement-breakpoint
SET CONSTRAINTS audit_log_chain DEFERRED;
--> statement-breakpoint
CREATE FUNCTION audit_log_blanked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (actor_kind, action, entity_type, entity_id, fields)
  SELECT 'system', 'audit_log.blank', 'audit_log', 'audit_log', array_agg(left(digest, 16) ORDER BY seq)
  FROM (
    SELECT now_gone.seq, now_gone.changes_digest AS digest FROM now_gone JOIN was USING (seq)
      WHERE was.changes IS NOT NULL AND now_gone.changes IS NULL AND was.at > now() - interval '12 months'
    UNION ALL SELECT now_gone.seq, now_gone.reason_digest FROM now_gone JOIN was USING (seq)
      WHERE was.reason IS NOT NULL AND now_gone.reason IS NULL AND was.at > now() - interval '12 months'
  ) gone HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_blanked AFTER UPDATE ON audit_log REFERENCING OLD TABLE AS was NEW TABLE AS now_gone
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_blanked();
