CREATE TABLE "birthday_greetings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"sent_by" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "birthday_greetings_once_a_year" UNIQUE("user_id","year")
);
--> statement-breakpoint
CREATE TABLE "tracking_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"subject_user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"visibility" text NOT NULL,
	"author_id" uuid NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"corrects_id" uuid,
	"next_action_at" date,
	"next_action_user_id" uuid,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "tracking_entries_of_person" UNIQUE("id","subject_user_id","visibility"),
	CONSTRAINT "tracking_entries_kind" CHECK ("tracking_entries"."kind" in ('note', 'call', 'meeting', 'aid', 'training', 'incident', 'milestone', 'document')),
	CONSTRAINT "tracking_entries_visibility" CHECK ("tracking_entries"."visibility" in ('subject', 'staff', 'restricted')),
	CONSTRAINT "tracking_entries_title" CHECK ("tracking_entries"."title" <> ''),
	CONSTRAINT "tracking_entries_not_about_oneself" CHECK ("tracking_entries"."author_id" <> "tracking_entries"."subject_user_id"),
	CONSTRAINT "tracking_entries_not_by_whom_it_is_about" CHECK ("tracking_entries"."next_action_user_id" <> "tracking_entries"."subject_user_id"),
	CONSTRAINT "tracking_entries_action_has_day" CHECK ("tracking_entries"."next_action_at" is not null or ("tracking_entries"."next_action_user_id" is null and "tracking_entries"."done_at" is null)),
	CONSTRAINT "tracking_entries_corrects_another" CHECK ("tracking_entries"."corrects_id" <> "tracking_entries"."id")
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_optional_topic";--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_purpose";--> statement-breakpoint
ALTER TABLE "notification_pauses" DROP CONSTRAINT "notification_pauses_topic";--> statement-breakpoint
ALTER TABLE "birthday_greetings" ADD CONSTRAINT "birthday_greetings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "birthday_greetings" ADD CONSTRAINT "birthday_greetings_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_entries" ADD CONSTRAINT "tracking_entries_subject_user_id_users_id_fk" FOREIGN KEY ("subject_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_entries" ADD CONSTRAINT "tracking_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_entries" ADD CONSTRAINT "tracking_entries_next_action_user_id_users_id_fk" FOREIGN KEY ("next_action_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_entries" ADD CONSTRAINT "tracking_entries_corrects" FOREIGN KEY ("corrects_id","subject_user_id","visibility") REFERENCES "public"."tracking_entries"("id","subject_user_id","visibility") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracking_entries_subject" ON "tracking_entries" USING btree ("subject_user_id","occurred_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "tracking_entries_occurred" ON "tracking_entries" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "tracking_entries_author" ON "tracking_entries" USING btree ("author_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tracking_entries_kind_occurred" ON "tracking_entries" USING btree ("kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tracking_entries_corrections" ON "tracking_entries" USING btree ("corrects_id","occurred_at");--> statement-breakpoint
CREATE INDEX "tracking_entries_due" ON "tracking_entries" USING btree ("next_action_at","id");--> statement-breakpoint
CREATE INDEX "tracking_entries_todo" ON "tracking_entries" USING btree ("next_action_at","id") WHERE "tracking_entries"."next_action_at" is not null and "tracking_entries"."done_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_entries_assigned" ON "tracking_entries" USING btree ("next_action_user_id","next_action_at","id") WHERE "tracking_entries"."next_action_at" is not null and "tracking_entries"."done_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_entries_done" ON "tracking_entries" USING btree ("done_at","id") WHERE "tracking_entries"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "tracking_entries_searched" ON "tracking_entries" USING gin (searched_text("title", "body") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_birthday" ON "users" USING btree (((extract(month from "birth_date") * 100 + extract(day from "birth_date"))::int),"id") WHERE "users"."birth_date" is not null and "users"."account_state" = 'validated';--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_optional_topic" CHECK ("outgoing_mails"."optional_topic" in ('articles', 'messages', 'waiting', 'association', 'greetings', 'summary', 'newsletter'));--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('newsletter', 'image', 'allergies', 'age'));--> statement-breakpoint
ALTER TABLE "notification_pauses" ADD CONSTRAINT "notification_pauses_topic" CHECK ("notification_pauses"."topic" in ('all', 'articles', 'messages', 'waiting', 'association', 'greetings', 'newsletter'));
--> statement-breakpoint
-- What an entry says is its author's to change for a day; then another entry corrects it. Whom it is about, who wrote it and when never change.
CREATE FUNCTION keep_tracking_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.subject_user_id, NEW.author_id, NEW.created_at, NEW.corrects_id) IS DISTINCT FROM (OLD.subject_user_id, OLD.author_id, OLD.created_at, OLD.corrects_id) THEN
    RAISE EXCEPTION 'an entry stays about whom it is, by whom it is' USING ERRCODE = 'check_violation', CONSTRAINT = 'tracking_entries_fixed';
  END IF;
  IF (NEW.kind, NEW.title, NEW.body, NEW.occurred_at, NEW.visibility) IS DISTINCT FROM (OLD.kind, OLD.title, OLD.body, OLD.occurred_at, OLD.visibility)
    AND (NEW.edited_at IS NULL OR NEW.edited_at < coalesce(OLD.edited_at, OLD.created_at) OR NEW.edited_at >= OLD.created_at + interval '24 hours') THEN
    RAISE EXCEPTION 'an entry is edited within 24 hours' USING ERRCODE = 'check_violation', CONSTRAINT = 'tracking_entries_edited_in_time';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracking_entries_keep BEFORE UPDATE ON tracking_entries FOR EACH ROW EXECUTE FUNCTION keep_tracking_entry();
--> statement-breakpoint
-- A correction is of an entry, never of another correction.
CREATE FUNCTION corrects_an_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM tracking_entries WHERE id = NEW.corrects_id AND corrects_id IS NOT NULL) THEN
    RAISE EXCEPTION 'a correction is not corrected' USING ERRCODE = 'check_violation', CONSTRAINT = 'tracking_entries_corrects_entry';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracking_entries_corrects_an_entry BEFORE INSERT ON tracking_entries FOR EACH ROW WHEN (NEW.corrects_id IS NOT NULL) EXECUTE FUNCTION corrects_an_entry();
--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('tracking', 24, 0);
