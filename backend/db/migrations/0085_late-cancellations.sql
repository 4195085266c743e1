ALTER TABLE "event_registrations" ADD COLUMN "away_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "event_registrations_pending" ON "event_registrations" USING btree ("event_id","created_at") WHERE "event_registrations"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_away" CHECK ("event_registrations"."away_at" is null or "event_registrations"."status" = 'confirmed');--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_changed" CHECK ("kit_orders"."changed_at" is null or "kit_orders"."prepared_at" is not null);--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_cancelled" CHECK ("kit_orders"."cancelled_at" is null or "kit_orders"."prepared_at" is not null);--> statement-breakpoint
-- The person is locked whatever their role is: a condition on it would lock none but students, and miss a change of the role at the same moment.
CREATE OR REPLACE FUNCTION add_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM events event WHERE event.id = NEW.event_id AND event.type IN ('delivery', 'dressed')) THEN
    PERFORM FROM users person WHERE person.id = NEW.user_id FOR SHARE;
    INSERT INTO kit_orders (registration_id, kind, created_at, updated_at)
      SELECT NEW.id, event.type, NEW.created_at, NEW.created_at FROM events event JOIN users person ON person.id = NEW.user_id
      WHERE event.id = NEW.event_id AND person.role = 'BENEFICIARY';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of an order that was packed, what was said for it is erased with the end of the registration, and its state stays for those who packed it.
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
    DELETE FROM kit_orders WHERE registration_id = NEW.id AND prepared_at IS NULL;
    UPDATE kit_orders SET cancelled_at = NEW.status_at, address = NULL, door = '', phone = NULL, sizes = '', companion = false, needs_shared_at = NULL, updated_at = NEW.status_at
      WHERE registration_id = NEW.id;
  ELSIF NEW.status IN ('attended', 'no_show') THEN
    UPDATE kit_orders SET status = CASE NEW.status WHEN 'attended' THEN 'delivered' ELSE 'absent' END, ended_at = NEW.status_at, ended_by = NULL, cancelled_at = NULL,
      updated_at = NEW.status_at WHERE registration_id = NEW.id;
  ELSIF OLD.status IN ('attended', 'no_show') THEN
    UPDATE kit_orders SET status = CASE WHEN collected_at IS NOT NULL THEN 'collected' WHEN prepared_at IS NOT NULL THEN 'in_preparation' ELSE 'ordered' END,
      ended_at = NULL, ended_by = NULL, updated_at = NEW.status_at WHERE registration_id = NEW.id;
  ELSE
    UPDATE kit_orders SET cancelled_at = NULL, updated_at = NEW.status_at WHERE registration_id = NEW.id AND cancelled_at IS NOT NULL;
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
END $$;
