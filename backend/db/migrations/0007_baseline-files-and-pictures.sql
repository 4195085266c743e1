-- A record names files that were kept for records, and nobody's papers: those of the press are handed out to anyone.
CREATE FUNCTION is_record_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE named uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF named IS NOT NULL AND NOT EXISTS (SELECT FROM documents WHERE id = named AND kind = 'RECORD_FILE') THEN
    RAISE EXCEPTION 'not a file of a record' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER press_file_is_its_own BEFORE INSERT OR UPDATE OF file_id ON press FOR EACH ROW EXECUTE FUNCTION is_record_file('file_id');
--> statement-breakpoint
CREATE TRIGGER testimonials_consent_file_is_its_own BEFORE INSERT OR UPDATE OF consent_file_id ON testimonials FOR EACH ROW EXECUTE FUNCTION is_record_file('consent_file_id');
--> statement-breakpoint
CREATE TRIGGER portraits_consent_file_is_its_own BEFORE INSERT OR UPDATE OF consent_file_id ON portraits FOR EACH ROW EXECUTE FUNCTION is_record_file('consent_file_id');
--> statement-breakpoint
-- Pages show pictures that were brought for them, and nobody's own: whose they are could not take them away again.
CREATE FUNCTION is_public_picture() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE named uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF named IS NOT NULL AND NOT EXISTS (SELECT FROM documents WHERE id = named AND kind = 'PUBLIC_MEDIA') THEN
    RAISE EXCEPTION 'not a picture for pages' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER portraits_photo_is_public BEFORE INSERT OR UPDATE OF photo_id ON portraits FOR EACH ROW EXECUTE FUNCTION is_public_picture('photo_id');
--> statement-breakpoint
CREATE TRIGGER partners_logo_is_public BEFORE INSERT OR UPDATE OF logo_id ON partners FOR EACH ROW EXECUTE FUNCTION is_public_picture('logo_id');
--> statement-breakpoint
-- Whoever no longer agrees to be shown leaves no photograph behind: what its portrait lets go of is thrown away.
CREATE FUNCTION mark_left_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.photo_id IS DISTINCT FROM OLD.photo_id THEN
    UPDATE documents SET purge_at = now() WHERE id = OLD.photo_id AND kind = 'PUBLIC_MEDIA';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER portraits_left_by_photo AFTER UPDATE OF photo_id OR DELETE ON portraits FOR EACH ROW WHEN (OLD.photo_id IS NOT NULL) EXECUTE FUNCTION mark_left_photo();
--> statement-breakpoint
-- Whatever takes a testimonial off line, an erasure too, empties the pages that show it.
CREATE FUNCTION announce_testimonial_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maillon_changes', 'testimonial');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER testimonials_gone AFTER UPDATE OF status OR DELETE ON testimonials FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION announce_testimonial_gone();
