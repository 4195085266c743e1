CREATE TABLE "hour_thanks" (
	"user_id" uuid NOT NULL,
	"hours" smallint NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hour_thanks_user_id_hours_pk" PRIMARY KEY("user_id","hours"),
	CONSTRAINT "hour_thanks_hours" CHECK ("hour_thanks"."hours" in (50, 100))
);
--> statement-breakpoint
ALTER TABLE "event_registration_rules" DROP CONSTRAINT "event_registration_rules_guests";--> statement-breakpoint
ALTER TABLE "organisation_settings" DROP CONSTRAINT "organisation_settings_part";--> statement-breakpoint
ALTER TABLE "event_quotas" ADD COLUMN "lead_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "needs_training" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "online_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "online" boolean GENERATED ALWAYS AS (online_url is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "hour_thanks" ADD CONSTRAINT "hour_thanks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_guests" CHECK (not ("event_registration_rules"."guests" and ("event_registration_rules"."needs_membership" or "event_registration_rules"."needs_training" or "event_registration_rules"."min_age" is not null)));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_place" CHECK (("events"."place_name" = '') = ("events"."place_address" = '') and ("events"."place_name" <> '' or "events"."online_url" is not null));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_online_url" CHECK ("events"."online_url" like 'https://_%');--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_part" CHECK ("organisation_settings"."part" in ('identity', 'legal', 'bank', 'contact', 'profiles', 'aids', 'attendance', 'hours', 'receipts', 'tax'));--> statement-breakpoint
-- Handwritten from here. Public pages say for which groups of places people without account register: those for managers are none of them.
DROP TRIGGER event_quotas_publish_places ON event_quotas;--> statement-breakpoint
CREATE TRIGGER event_quotas_publish_places AFTER UPDATE ON event_quotas FOR EACH ROW
  WHEN (places_word(OLD.capacity, OLD.taken) <> places_word(NEW.capacity, NEW.taken)
    OR (OLD.position, OLD.label, OLD.capacity, OLD.roles, OLD.needs_driver, OLD.lead_only, OLD.starts_at, OLD.ends_at)
      IS DISTINCT FROM (NEW.position, NEW.label, NEW.capacity, NEW.roles, NEW.needs_driver, NEW.lead_only, NEW.starts_at, NEW.ends_at))
  EXECUTE FUNCTION publish_event_places();
