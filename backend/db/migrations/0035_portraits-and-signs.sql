CREATE TABLE "portraits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" text NOT NULL,
	"role" jsonb NOT NULL,
	"sector_id" uuid,
	"photo_id" uuid,
	"consented_on" date,
	"consent_file_id" uuid,
	CONSTRAINT "portraits_status" CHECK ("portraits"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "portraits_on_line_with_consent" CHECK ("portraits"."status" <> 'published' or "portraits"."consented_on" is not null)
);
--> statement-breakpoint
ALTER TABLE "further_support_categories" ADD COLUMN "icon" text DEFAULT 'help' NOT NULL;--> statement-breakpoint
ALTER TABLE "shortcuts" ADD COLUMN "permission" text;--> statement-breakpoint
ALTER TABLE "shortcuts" ADD COLUMN "open_new" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_photo_id_documents_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_consent_file_id_documents_id_fk" FOREIGN KEY ("consent_file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portraits_by_position" ON "portraits" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "portraits_by_update" ON "portraits" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "portraits_status_by_position" ON "portraits" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "portraits_english" ON "portraits" USING btree ("english");--> statement-breakpoint
CREATE INDEX "portraits_by_sector" ON "portraits" USING btree ("sector_id","position");--> statement-breakpoint
CREATE INDEX "portraits_photo" ON "portraits" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "portraits_consent_file" ON "portraits" USING btree ("consent_file_id");--> statement-breakpoint
CREATE TRIGGER portraits_consent_file_is_its_own BEFORE INSERT OR UPDATE OF consent_file_id ON portraits FOR EACH ROW EXECUTE FUNCTION is_record_file('consent_file_id');--> statement-breakpoint
CREATE TRIGGER "portraits_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "portraits" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();--> statement-breakpoint
-- Pages show pictures that were brought for them, and nobody's own: whose they are could not take them away again.
CREATE FUNCTION is_public_picture() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE named uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
BEGIN
  IF named IS NOT NULL AND NOT EXISTS (SELECT FROM documents WHERE id = named AND kind = 'PUBLIC_MEDIA') THEN
    RAISE EXCEPTION 'not a picture for pages' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER portraits_photo_is_public BEFORE INSERT OR UPDATE OF photo_id ON portraits FOR EACH ROW EXECUTE FUNCTION is_public_picture('photo_id');--> statement-breakpoint
CREATE TRIGGER partners_logo_is_public BEFORE INSERT OR UPDATE OF logo_id ON partners FOR EACH ROW EXECUTE FUNCTION is_public_picture('logo_id');--> statement-breakpoint
-- Whoever no longer agrees to be shown leaves no photograph behind: what its portrait lets go of is thrown away.
CREATE FUNCTION mark_left_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.photo_id IS DISTINCT FROM OLD.photo_id THEN
    UPDATE documents SET purge_at = now() WHERE id = OLD.photo_id AND kind = 'PUBLIC_MEDIA';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER portraits_left_by_photo AFTER UPDATE OF photo_id OR DELETE ON portraits FOR EACH ROW WHEN (OLD.photo_id IS NOT NULL) EXECUTE FUNCTION mark_left_photo();
