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
CREATE FUNCTION legal_documents_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.french_hash := encode(sha256(convert_to(NEW.body->>'fr', 'UTF8')), 'hex');
  NEW.english_hash := encode(sha256(convert_to(NEW.body->>'en', 'UTF8')), 'hex');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER legal_documents_hash BEFORE INSERT OR UPDATE ON legal_documents FOR EACH ROW EXECUTE FUNCTION legal_documents_hash();
--> statement-breakpoint
-- A signature stays as it was given; the address it was given from may go.
CREATE FUNCTION signatures_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.address IS NULL AND to_jsonb(NEW) - 'address' = to_jsonb(OLD) - 'address' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'signatures are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER signatures_frozen BEFORE UPDATE OR DELETE ON signatures FOR EACH ROW EXECUTE FUNCTION signatures_frozen();
