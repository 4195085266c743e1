DROP INDEX "event_registrations_searched";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "event_registrations_by_name" ON "event_registrations" USING btree ("event_id","name","id");--> statement-breakpoint
CREATE INDEX "event_registrations_searched" ON "event_registrations" USING gin (searched_text("name") gin_trgm_ops);--> statement-breakpoint
-- What changes no sum of places, such as a name or that somebody attended, locks no event.
CREATE OR REPLACE FUNCTION count_event_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seated CONSTANT text[] := array['confirmed', 'offered', 'attended', 'no_show'];
BEGIN
  -- Each of its own: the other table of changes exists in an update only. What leaves a state and enters another one with a place counts nothing.
  IF TG_OP = 'UPDATE' THEN
    PERFORM change_event_places(event_id, quota_id, sum(places)::int) FROM (
      SELECT event_id, quota_id, -party_size AS places FROM gone WHERE status = ANY(seated)
      UNION ALL SELECT event_id, quota_id, party_size FROM added WHERE status = ANY(seated)
    ) changed GROUP BY event_id, quota_id HAVING sum(places) <> 0 ORDER BY event_id, quota_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM change_event_places(event_id, quota_id, -sum(party_size)::int) FROM gone WHERE status = ANY(seated) GROUP BY event_id, quota_id ORDER BY event_id, quota_id;
  ELSE
    PERFORM change_event_places(event_id, quota_id, sum(party_size)::int) FROM added WHERE status = ANY(seated) GROUP BY event_id, quota_id ORDER BY event_id, quota_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION name_event_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := coalesce(NEW.guest_name, (SELECT first_name || ' ' || last_name FROM users WHERE id = NEW.user_id FOR SHARE), '');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER event_registrations_name BEFORE INSERT OR UPDATE OF guest_name, user_id, name ON event_registrations
  FOR EACH ROW EXECUTE FUNCTION name_event_registration();--> statement-breakpoint
CREATE FUNCTION rename_event_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_registrations SET name = '' WHERE user_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_rename_event_registrations AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name))
  EXECUTE FUNCTION rename_event_registrations();--> statement-breakpoint
UPDATE event_registrations SET name = '';
