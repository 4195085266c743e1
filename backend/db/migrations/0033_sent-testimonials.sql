ALTER TABLE "testimonials" ADD COLUMN "review" text DEFAULT 'approved' NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "email" "citext";--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "agreement" integer;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "dedupe_key" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "testimonials_queue" ON "testimonials" USING btree ("created_at","id") WHERE "testimonials"."review" <> 'approved';--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_tokenHash_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_dedupeKey_unique" UNIQUE("dedupe_key");--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_review" CHECK ("testimonials"."review" in ('submitted', 'approved', 'declined'));--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_on_line_approved" CHECK ("testimonials"."status" <> 'published' or "testimonials"."review" = 'approved');--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_on_line_in_french" CHECK ("testimonials"."status" <> 'published' or ("testimonials"."quote"->>'fr' <> '' and "testimonials"."speaker"->>'fr' <> ''));--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_locale" CHECK ("testimonials"."locale" in ('fr', 'en'));--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_sent_whole" CHECK (num_nonnulls("testimonials"."email", "testimonials"."locale", "testimonials"."agreement", "testimonials"."token_hash", "testimonials"."dedupe_key") in (0, 5));--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_staff_approved" CHECK ("testimonials"."review" = 'approved' or "testimonials"."email" is not null);--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_withdrawn_stays" CHECK ("testimonials"."withdrawn_at" is null or "testimonials"."withdrawn_on" is not null);--> statement-breakpoint
-- Whatever takes a testimonial off line, an erasure too, empties the pages that show it.
CREATE FUNCTION announce_testimonial_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maillon_changes', 'testimonial');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER testimonials_gone AFTER UPDATE OF status OR DELETE ON testimonials FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION announce_testimonial_gone();
--> statement-breakpoint
-- A month leaves time to ask why; a year, to publish what has been sent.
INSERT INTO retention_policies (data_kind, months, days) VALUES ('declined_testimonials', 0, 30), ('withdrawn_testimonials', 0, 30), ('unused_testimonials', 12, 0);
