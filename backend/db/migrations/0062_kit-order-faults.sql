ALTER TABLE "beneficiary_files" ALTER COLUMN "needs_updated_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "beneficiary_files" ALTER COLUMN "needs_updated_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "kit_orders" DROP COLUMN "repeated";--> statement-breakpoint
-- The person's role is read under a lock: a change of it at the same moment comes before or after, and one of the two adds the order.
CREATE OR REPLACE FUNCTION add_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kit_orders (registration_id, kind, created_at, updated_at)
    SELECT NEW.id, event.type, NEW.created_at, NEW.created_at FROM events event JOIN users person ON person.id = NEW.user_id
    WHERE event.id = NEW.event_id AND event.type IN ('delivery', 'dressed') AND person.role = 'BENEFICIARY'
    FOR SHARE OF person;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Whether students may have a group of places: who was there in another one, before becoming a student, orders nothing and receives nothing.
CREATE FUNCTION is_for_students(quota uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM event_quotas slot JOIN event_registration_rules rules ON rules.event_id = slot.event_id
    WHERE slot.id = quota AND 'BENEFICIARY' = ANY (rules.roles) AND (slot.roles = '{}' OR 'BENEFICIARY' = ANY (slot.roles)))
$$;--> statement-breakpoint
-- Whoever becomes a student has orders where they are registered already, at events that are not over.
CREATE FUNCTION add_kit_orders_of_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kit_orders (registration_id, kind, created_at, updated_at)
    SELECT registration.id, event.type, NEW.updated_at, NEW.updated_at FROM event_registrations registration JOIN events event ON event.id = registration.event_id
    WHERE registration.user_id = NEW.id AND registration.status IN ('pending', 'confirmed', 'waiting', 'offered') AND event.type IN ('delivery', 'dressed')
      AND event.ends_at > NEW.updated_at AND is_for_students(registration.quota_id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_add_kits AFTER UPDATE OF role ON users FOR EACH ROW
  WHEN (NEW.role = 'BENEFICIARY' AND OLD.role <> 'BENEFICIARY') EXECUTE FUNCTION add_kit_orders_of_student();--> statement-breakpoint
-- The orders of an event, and the aids that follow from them, are of its type: it stays while students are registered.
CREATE FUNCTION keep_event_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM event_registrations registration JOIN users person ON person.id = registration.user_id
    LEFT JOIN kit_orders ordered ON ordered.registration_id = registration.id
    WHERE registration.event_id = NEW.id AND registration.status IN ('pending', 'confirmed', 'waiting', 'offered', 'attended', 'no_show') AND (person.role = 'BENEFICIARY' OR ordered.registration_id IS NOT NULL)) THEN
    RAISE EXCEPTION 'students are registered for event %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'events_with_orders';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER events_keep_type BEFORE UPDATE OF type ON events FOR EACH ROW
  WHEN (OLD.type <> NEW.type AND (OLD.type IN ('delivery', 'dressed') OR NEW.type IN ('delivery', 'dressed'))) EXECUTE FUNCTION keep_event_type();--> statement-breakpoint
-- The aid follows the attendance whenever it is noted or corrected, also once the order has been erased.
CREATE OR REPLACE FUNCTION end_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kit text;
  received text;
BEGIN
  SELECT kind INTO kit FROM kit_orders WHERE registration_id = NEW.id;
  IF NOT FOUND THEN
    SELECT event.type INTO kit FROM events event JOIN users person ON person.id = NEW.user_id
      WHERE event.id = NEW.event_id AND event.type IN ('delivery', 'dressed')
      AND ((person.role = 'BENEFICIARY' AND is_for_students(NEW.quota_id))
        OR EXISTS (SELECT FROM aids WHERE aids.event_id = NEW.event_id AND aids.user_id = NEW.user_id));
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  received := CASE kit WHEN 'delivery' THEN 'parcel' ELSE 'clothes' END;
  IF NEW.status IN ('cancelled_by_user', 'cancelled_by_staff', 'refused', 'declined', 'offer_expired') THEN
    DELETE FROM kit_orders WHERE registration_id = NEW.id;
  ELSIF NEW.status IN ('attended', 'no_show') THEN
    UPDATE kit_orders SET status = CASE NEW.status WHEN 'attended' THEN 'delivered' ELSE 'absent' END, ended_at = NEW.status_at, ended_by = NULL, updated_at = NEW.status_at
      WHERE registration_id = NEW.id;
  ELSIF OLD.status IN ('attended', 'no_show') THEN
    UPDATE kit_orders SET status = CASE WHEN collected_at IS NOT NULL THEN 'collected' WHEN prepared_at IS NOT NULL THEN 'in_preparation' ELSE 'ordered' END,
      ended_at = NULL, ended_by = NULL, updated_at = NEW.status_at WHERE registration_id = NEW.id;
  END IF;
  IF NEW.status = 'attended' THEN
    INSERT INTO aids (user_id, kind, day, event_id, created_at, updated_at)
      SELECT NEW.user_id, received, (coalesce(slot.starts_at, event.starts_at) AT TIME ZONE 'Europe/Paris')::date, event.id, NEW.status_at, NEW.status_at
      FROM events event JOIN event_quotas slot ON slot.id = NEW.quota_id WHERE event.id = NEW.event_id
      ON CONFLICT DO NOTHING;
  ELSIF OLD.status = 'attended' THEN
    DELETE FROM aids WHERE event_id = NEW.event_id AND user_id = NEW.user_id AND kind = received;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Orders of events whose type was changed after students had registered.
INSERT INTO kit_orders (registration_id, kind, created_at, updated_at)
  SELECT registration.id, event.type, registration.created_at, registration.created_at
  FROM event_registrations registration JOIN events event ON event.id = registration.event_id JOIN users person ON person.id = registration.user_id
  WHERE event.type IN ('delivery', 'dressed') AND person.role = 'BENEFICIARY' AND registration.status IN ('pending', 'confirmed', 'waiting', 'offered')
    AND is_for_students(registration.quota_id)
  ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Aids of what students received at such events before there were any. What a distribution gave is not known, and who has hours of the event helped at it.
INSERT INTO aids (user_id, kind, day, event_id, created_at, updated_at)
  SELECT registration.user_id, CASE event.type WHEN 'delivery' THEN 'parcel' ELSE 'clothes' END,
    (coalesce(slot.starts_at, event.starts_at) AT TIME ZONE 'Europe/Paris')::date, event.id, registration.status_at, registration.status_at
  FROM event_registrations registration JOIN events event ON event.id = registration.event_id JOIN event_quotas slot ON slot.id = registration.quota_id
    JOIN users person ON person.id = registration.user_id
  WHERE event.type IN ('delivery', 'dressed') AND person.role = 'BENEFICIARY' AND registration.status = 'attended'
    AND NOT EXISTS (SELECT FROM volunteer_hours helped WHERE helped.user_id = registration.user_id AND helped.event_id = event.id)
  ON CONFLICT DO NOTHING;
