UPDATE "retention_policies" SET "months" = 24, "days" = 0 WHERE "data_kind" = 'applications' AND "months" * 30 + "days" > 720;--> statement-breakpoint
ALTER TABLE "pledges" DROP CONSTRAINT "pledges_receipt";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "reason_digest" text;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "address_gone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_receipt" CHECK (not "pledges"."receipt" or "pledges"."address_gone_at" is not null or ("pledges"."street" is not null and "pledges"."postcode" is not null and "pledges"."city" is not null));--> statement-breakpoint
ALTER TABLE "retention_policies" ADD CONSTRAINT "retention_policies_promised" CHECK ("retention_policies"."data_kind" <> 'applications' or "retention_policies"."months" * 30 + "retention_policies"."days" <= 720);--> statement-breakpoint
-- Only kinds of data that have a table have a time.
DELETE FROM retention_policies WHERE data_kind = 'delivery_slips';
--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES
  ('verification_chats', 24, 0), ('memberships', 120, 0), ('messages', 36, 0), ('promises', 36, 0), ('mails', 0, 30), ('mail_links', 0, 30),
  ('registration_drafts', 0, 30), ('invitations', 12, 0), ('sessions', 0, 1)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Reasons are words about people: the hash covers their digest, so that the words can go and the chain stands.
CREATE OR REPLACE FUNCTION audit_log_hash(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws('|', entry.prev_hash, entry.seq::text, extract(epoch FROM entry.at)::text,
    coalesce(entry.actor_id::text, ''), entry.actor_kind, entry.action, entry.entity_type, entry.entity_id,
    array_to_string(entry.fields, ','),
    coalesce(encode(sha256(convert_to(entry.reason, 'UTF8')), 'hex'), entry.reason_digest, ''),
    coalesce(entry.request_id, '')), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_entry record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_log'));
  SELECT seq, hash INTO last_entry FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last_entry.seq, 0) + 1;
  NEW.prev_hash := coalesce(last_entry.hash, '');
  NEW.reason_digest := encode(sha256(convert_to(NEW.reason, 'UTF8')), 'hex');
  NEW.hash := audit_log_hash(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Rows from before are chained anew, once, in case one has a reason.
ALTER TABLE audit_log DISABLE TRIGGER audit_log_frozen;
--> statement-breakpoint
DO $$
DECLARE
  entry audit_log;
  previous text := '';
BEGIN
  IF NOT EXISTS (SELECT FROM audit_log WHERE reason IS NOT NULL) THEN RETURN; END IF;
  FOR entry IN SELECT * FROM audit_log ORDER BY seq LOOP
    entry.prev_hash := previous;
    entry.reason_digest := encode(sha256(convert_to(entry.reason, 'UTF8')), 'hex');
    previous := audit_log_hash(entry);
    UPDATE audit_log SET prev_hash = entry.prev_hash, reason_digest = entry.reason_digest, hash = previous WHERE seq = entry.seq;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER audit_log_frozen;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_log_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'changes' - 'reason' = to_jsonb(OLD) - 'changes' - 'reason'
    AND (NEW.changes IS NULL OR NEW.changes = OLD.changes) AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit_log rows are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- The same for proofs: what happened stands, the words about the person and their address may go.
CREATE OR REPLACE FUNCTION signatures_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.address IS NULL AND to_jsonb(NEW) - 'address' = to_jsonb(OLD) - 'address' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'signatures are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION account_decisions_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.reason = '–' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'account_decisions rows are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER account_decisions_frozen ON account_decisions;
--> statement-breakpoint
CREATE TRIGGER account_decisions_frozen BEFORE UPDATE OR DELETE ON account_decisions FOR EACH ROW EXECUTE FUNCTION account_decisions_frozen();
