CREATE TABLE "event_quotas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"label" jsonb NOT NULL,
	"capacity" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"needs_driver" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "event_quotas_of_event" UNIQUE("event_id","id"),
	CONSTRAINT "event_quotas_capacity" CHECK ("event_quotas"."capacity" between 0 and 100000),
	CONSTRAINT "event_quotas_taken" CHECK ("event_quotas"."taken" between 0 and "event_quotas"."capacity"),
	CONSTRAINT "event_quotas_roles" CHECK ("event_quotas"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY']::text[]),
	CONSTRAINT "event_quotas_slot" CHECK (num_nonnulls("event_quotas"."starts_at", "event_quotas"."ends_at") <> 1 and "event_quotas"."ends_at" > "event_quotas"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"event_id" uuid NOT NULL,
	"quota_id" uuid NOT NULL,
	"user_id" uuid,
	"guest_name" text,
	"party_size" smallint DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"status_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "event_registrations_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offered_at" timestamp (3) with time zone,
	"offer_expires_at" timestamp (3) with time zone,
	"source" text DEFAULT 'self' NOT NULL,
	"note_staff" text DEFAULT '' NOT NULL,
	CONSTRAINT "event_registrations_status" CHECK ("event_registrations"."status" in ('pending', 'confirmed', 'waiting', 'offered', 'refused', 'declined', 'offer_expired', 'cancelled_by_user', 'cancelled_by_staff', 'attended', 'no_show')),
	CONSTRAINT "event_registrations_source" CHECK ("event_registrations"."source" in ('self', 'staff')),
	CONSTRAINT "event_registrations_party" CHECK ("event_registrations"."party_size" between 1 and 20),
	CONSTRAINT "event_registrations_one_person" CHECK (num_nonnulls("event_registrations"."user_id", "event_registrations"."guest_name") = 1),
	CONSTRAINT "event_registrations_offer" CHECK (("event_registrations"."status" = 'offered') <= ("event_registrations"."offered_at" is not null and "event_registrations"."offer_expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "event_registration_rules" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"roles" text[] NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"min_age" smallint,
	"needs_membership" boolean DEFAULT false NOT NULL,
	"manual" boolean DEFAULT false NOT NULL,
	"max_party" smallint DEFAULT 1 NOT NULL,
	"total_capacity" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	"waiting_list" boolean DEFAULT true NOT NULL,
	"offer_hours" smallint DEFAULT 12 NOT NULL,
	"cancel_until_hours" smallint DEFAULT 24 NOT NULL,
	CONSTRAINT "event_registration_rules_roles" CHECK (cardinality("event_registration_rules"."roles") > 0 and "event_registration_rules"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY']::text[]),
	CONSTRAINT "event_registration_rules_order" CHECK ("event_registration_rules"."closes_at" > "event_registration_rules"."opens_at"),
	CONSTRAINT "event_registration_rules_party" CHECK ("event_registration_rules"."max_party" between 1 and 20),
	CONSTRAINT "event_registration_rules_taken" CHECK ("event_registration_rules"."taken" >= 0 and "event_registration_rules"."taken" <= coalesce("event_registration_rules"."total_capacity", "event_registration_rules"."taken"))
);
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_type";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancel_reason" jsonb;--> statement-breakpoint
ALTER TABLE "event_quotas" ADD CONSTRAINT "event_quotas_event_id_event_registration_rules_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_registration_rules"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_quota" FOREIGN KEY ("event_id","quota_id") REFERENCES "public"."event_quotas"("event_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_quotas_in_order" ON "event_quotas" USING btree ("event_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_once" ON "event_registrations" USING btree ("event_id","user_id") WHERE "event_registrations"."status" in ('pending', 'confirmed', 'waiting', 'offered', 'attended', 'no_show');--> statement-breakpoint
CREATE INDEX "event_registrations_of_event" ON "event_registrations" USING btree ("event_id","position");--> statement-breakpoint
CREATE INDEX "event_registrations_by_status" ON "event_registrations" USING btree ("event_id","status","position");--> statement-breakpoint
CREATE INDEX "event_registrations_of_quota" ON "event_registrations" USING btree ("quota_id","status","position");--> statement-breakpoint
CREATE INDEX "event_registrations_of_person" ON "event_registrations" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE INDEX "event_registrations_waiting" ON "event_registrations" USING btree ("event_id","position") WHERE "event_registrations"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "event_registrations_offers" ON "event_registrations" USING btree ("offer_expires_at") WHERE "event_registrations"."status" = 'offered';--> statement-breakpoint
CREATE INDEX "event_registrations_coming" ON "event_registrations" USING btree ("event_id") WHERE "event_registrations"."status" in ('pending', 'confirmed', 'waiting', 'offered');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_visibility" CHECK ("events"."visibility" in ('public', 'members', 'invitation'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_reason_of_cancelled" CHECK (("events"."cancelled_at" is null) = ("events"."cancel_reason" is null));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_type" CHECK ("events"."type" in ('distribution', 'collection', 'delivery', 'dressed', 'training', 'meeting', 'maraude', 'other'));
--> statement-breakpoint
-- The number of places that registrations occupy, of a quota and of its event: CHECKs refuse more than the capacity at every commit. Once a statement,
-- however many rows it changes. `gone` are the rows as they were, which an INSERT has none of, `added` as they are, of which a DELETE has none.
CREATE FUNCTION change_event_places(event uuid, quota uuid, places integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_registration_rules SET taken = taken + places WHERE event_id = event;
  UPDATE event_quotas SET taken = taken + places WHERE id = quota;
END $$;--> statement-breakpoint
CREATE FUNCTION count_event_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seated CONSTANT text[] := array['confirmed', 'offered', 'attended', 'no_show'];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM change_event_places(event_id, quota_id, -sum(party_size)::int) FROM gone WHERE status = ANY(seated) GROUP BY event_id, quota_id ORDER BY event_id, quota_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM change_event_places(event_id, quota_id, sum(party_size)::int) FROM added WHERE status = ANY(seated) GROUP BY event_id, quota_id ORDER BY event_id, quota_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER event_registrations_count_added AFTER INSERT ON event_registrations
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_event_places();--> statement-breakpoint
CREATE TRIGGER event_registrations_count_deleted AFTER DELETE ON event_registrations
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_event_places();--> statement-breakpoint
CREATE TRIGGER event_registrations_count_places AFTER UPDATE ON event_registrations
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_event_places();--> statement-breakpoint
-- An event that people are registered for, and that is not over, does not leave the site in silence: it is cancelled, which tells them.
CREATE FUNCTION keep_event_with_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM event_registrations WHERE event_id = NEW.id AND status IN ('pending', 'confirmed', 'waiting', 'offered')) THEN
    RAISE EXCEPTION 'people are registered for event %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'events_with_people';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER events_keep_people BEFORE UPDATE OF status, cancelled_at ON events FOR EACH ROW
  WHEN (OLD.ends_at > now() AND ((OLD.status = 'published' AND NEW.status <> 'published') OR (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL)))
  EXECUTE FUNCTION keep_event_with_people();--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('event_registrations', 24, 0);
