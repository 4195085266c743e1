CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "event_guest_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_guest_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" uuid NOT NULL,
	"quota_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"party_size" smallint NOT NULL,
	"text_version" integer NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_guest_requests_token" UNIQUE("token_hash"),
	CONSTRAINT "event_guest_requests_once" UNIQUE("event_id","email"),
	CONSTRAINT "event_guest_requests_locale" CHECK ("event_guest_requests"."locale" in ('fr', 'en')),
	CONSTRAINT "event_guest_requests_party" CHECK ("event_guest_requests"."party_size" between 1 and 20)
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "guest_email" "citext";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "guest_locale" text;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "guest_text_version" integer;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_guest_links" ADD CONSTRAINT "event_guest_links_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_guest_requests" ADD CONSTRAINT "event_guest_requests_quota" FOREIGN KEY ("event_id","quota_id") REFERENCES "public"."event_quotas"("event_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_guest_links_registration" ON "event_guest_links" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "event_guest_requests_expiry" ON "event_guest_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "event_guest_requests_by_address" ON "event_guest_requests" USING btree (lower("email"::text));--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_once_by_address" ON "event_registrations" USING btree ("event_id","guest_email") WHERE "event_registrations"."guest_email" is not null and "event_registrations"."status" in ('pending', 'confirmed', 'waiting', 'offered', 'attended', 'no_show');--> statement-breakpoint
CREATE INDEX "event_registrations_by_address" ON "event_registrations" USING btree (lower("guest_email"::text)) WHERE "event_registrations"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "events_search_fr" ON "events" USING gin (to_tsvector('french_plain', coalesce("place_name", '') || ' ' || coalesce("title"->>'fr', '') || ' ' || coalesce("summary"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "events_search_en" ON "events" USING gin (to_tsvector('english_plain', coalesce("place_name", '') || ' ' || coalesce("title"->>'en', '') || ' ' || coalesce("summary"->>'en', '')));--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_guest" CHECK (num_nonnulls("event_registrations"."guest_email", "event_registrations"."guest_locale", "event_registrations"."guest_text_version") in (0, 3) and ("event_registrations"."guest_email" is null or "event_registrations"."guest_name" is not null));--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_guest_locale" CHECK ("event_registrations"."guest_locale" in ('fr', 'en'));--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_guests" CHECK (not ("event_registration_rules"."guests" and ("event_registration_rules"."needs_membership" or "event_registration_rules"."min_age" is not null)));--> statement-breakpoint
-- Handwritten from here. Public pages say how many places are left in three words (contract/charity/public-events.ts), so that they change seldom: a
-- sign-up publishes a change for their caches only when it changes such a word. Anything else that staff change of the rules and places does, too.
CREATE FUNCTION places_word(capacity integer, taken integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN capacity IS NULL THEN 'free' WHEN taken >= capacity THEN 'full' WHEN (capacity - taken) * 5 <= capacity THEN 'few' ELSE 'free' END
$$;--> statement-breakpoint
CREATE FUNCTION publish_event_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maillon_changes', 'event_places');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER event_registration_rules_publish_others AFTER INSERT OR DELETE ON event_registration_rules
  FOR EACH STATEMENT EXECUTE FUNCTION publish_event_places();--> statement-breakpoint
CREATE TRIGGER event_registration_rules_publish_places AFTER UPDATE ON event_registration_rules FOR EACH ROW
  WHEN (places_word(OLD.total_capacity, OLD.taken) <> places_word(NEW.total_capacity, NEW.taken) OR OLD.version <> NEW.version)
  EXECUTE FUNCTION publish_event_places();--> statement-breakpoint
CREATE TRIGGER event_quotas_publish_others AFTER INSERT OR DELETE ON event_quotas
  FOR EACH STATEMENT EXECUTE FUNCTION publish_event_places();--> statement-breakpoint
CREATE TRIGGER event_quotas_publish_places AFTER UPDATE ON event_quotas FOR EACH ROW
  WHEN (places_word(OLD.capacity, OLD.taken) <> places_word(NEW.capacity, NEW.taken)
    OR (OLD.position, OLD.label, OLD.capacity, OLD.roles, OLD.needs_driver, OLD.starts_at, OLD.ends_at)
      IS DISTINCT FROM (NEW.position, NEW.label, NEW.capacity, NEW.roles, NEW.needs_driver, NEW.starts_at, NEW.ends_at))
  EXECUTE FUNCTION publish_event_places();--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('event_guests', 0, 30);
