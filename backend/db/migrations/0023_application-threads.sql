CREATE TABLE "application_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" DROP CONSTRAINT "applications_answered";--> statement-breakpoint
ALTER TABLE "applications" DROP CONSTRAINT "applications_answered_by_users_id_fk";
--> statement-breakpoint
DROP INDEX "applications_by_arrival";--> statement-breakpoint
DROP INDEX "applications_status";--> statement-breakpoint
DROP INDEX "jobs_search_fr";--> statement-breakpoint
DROP INDEX "jobs_search_en";--> statement-breakpoint
ALTER TABLE "applications" ALTER COLUMN "email" SET DATA TYPE citext;--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "place" SET DATA TYPE jsonb USING jsonb_build_object('fr', "place");--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "applications_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_replies_application" ON "application_replies" USING btree ("application_id","at");--> statement-breakpoint
CREATE INDEX "applications_by_day" ON "applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "applications_by_name" ON "applications" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "jobs_place" ON "jobs" USING btree (("place"->>'fr'));--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_search_fr" ON "jobs" USING gin (to_tsvector('french_plain', coalesce("place"->>'fr', '') || ' ' || coalesce("title"->>'fr', '') || ' ' || coalesce("summary"->>'fr', '') || ' ' || coalesce("body"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "jobs_search_en" ON "jobs" USING gin (to_tsvector('english_plain', coalesce("place"->>'en', '') || ' ' || coalesce("title"->>'en', '') || ' ' || coalesce("summary"->>'en', '') || ' ' || coalesce("body"->>'en', '')));--> statement-breakpoint
-- An answer is the first reply of its thread. Whoever answered was always written down with it.
INSERT INTO application_replies (application_id, author_id, body, at)
SELECT id, answered_by, answer, coalesce(answered_at, updated_at) FROM applications WHERE answer IS NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" DROP COLUMN "answer";--> statement-breakpoint
ALTER TABLE "applications" DROP COLUMN "answered_by";--> statement-breakpoint
ALTER TABLE "applications" DROP COLUMN "answered_at";--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_number_unique" UNIQUE("number");--> statement-breakpoint
-- English that was complete now lacks the place.
UPDATE jobs SET english = 'draft' WHERE english = 'reviewed';--> statement-breakpoint
-- What is called answered has a reply, whichever of the two was written first.
CREATE FUNCTION answered_has_a_reply() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_reply boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', TG_ARGV[0], TG_ARGV[1]) INTO has_reply USING NEW.id;
  IF NOT has_reply THEN
    RAISE EXCEPTION '% is answered by no reply', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER messages_answered AFTER INSERT OR UPDATE OF status ON messages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'answered') EXECUTE FUNCTION answered_has_a_reply('message_replies', 'message_id');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER applications_answered AFTER INSERT OR UPDATE OF status ON applications
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'answered') EXECUTE FUNCTION answered_has_a_reply('application_replies', 'application_id');
