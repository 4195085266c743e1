ALTER TABLE "press" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "consent_file_id" uuid;--> statement-breakpoint
ALTER TABLE "press" ADD CONSTRAINT "press_file_id_documents_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_consent_file_id_documents_id_fk" FOREIGN KEY ("consent_file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "press_file" ON "press" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "testimonials_consent_file" ON "testimonials" USING btree ("consent_file_id");--> statement-breakpoint
-- A record names files that were kept for records, and nobody's papers: those of the press are handed out to anyone.
CREATE FUNCTION is_record_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE named uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF named IS NOT NULL AND NOT EXISTS (SELECT FROM documents WHERE id = named AND kind = 'RECORD_FILE') THEN
    RAISE EXCEPTION 'not a file of a record' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER press_file_is_its_own BEFORE INSERT OR UPDATE OF file_id ON press FOR EACH ROW EXECUTE FUNCTION is_record_file('file_id');--> statement-breakpoint
CREATE TRIGGER testimonials_consent_file_is_its_own BEFORE INSERT OR UPDATE OF consent_file_id ON testimonials FOR EACH ROW EXECUTE FUNCTION is_record_file('consent_file_id');
