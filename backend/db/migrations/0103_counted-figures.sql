CREATE TABLE "counted_months" (
	"sector_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kits" integer NOT NULL,
	"volunteer_minutes" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counted_months_sector_id_month_pk" PRIMARY KEY("sector_id","month")
);
--> statement-breakpoint
CREATE TABLE "delivered_kits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "counted_from" date;--> statement-breakpoint
ALTER TABLE "delivered_kits" ADD CONSTRAINT "delivered_kits_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivered_kits_of_event" ON "delivered_kits" USING btree ("event_id","day");--> statement-breakpoint
ALTER TABLE "sectors" ADD CONSTRAINT "sectors_counted_from" CHECK ("sectors"."counted_from" is null or (extract(day from "sectors"."counted_from") = 1 and "sectors"."kind" = 'local_team'));--> statement-breakpoint
-- Kits and hours of a month that the software counts are not typed. What was typed before that was decided stays as it is. The lock waits for the day that is being set.
CREATE FUNCTION refuse_typed_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted date;
BEGIN
  SELECT counted_from INTO counted FROM sectors WHERE id = NEW.sector_id FOR SHARE;
  IF NEW.month >= counted THEN
    RAISE EXCEPTION 'the software counts the kits and hours of % from % on', NEW.sector_id, counted USING ERRCODE = 'check_violation', CONSTRAINT = 'monthly_records_counted';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER monthly_records_typed BEFORE INSERT ON monthly_records FOR EACH ROW
  WHEN (NEW.kits <> 0 OR NEW.volunteer_minutes <> 0) EXECUTE FUNCTION refuse_typed_figures();--> statement-breakpoint
CREATE TRIGGER monthly_records_typed_again BEFORE UPDATE ON monthly_records FOR EACH ROW
  WHEN ((NEW.kits, NEW.volunteer_minutes, NEW.month) IS DISTINCT FROM (OLD.kits, OLD.volunteer_minutes, OLD.month) AND (NEW.kits <> 0 OR NEW.volunteer_minutes <> 0))
  EXECUTE FUNCTION refuse_typed_figures();--> statement-breakpoint
-- As before, and each delivered kit has a row that says nothing of its person.
CREATE OR REPLACE FUNCTION end_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kit text;
  received text;
  counted date;
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
      ON CONFLICT DO NOTHING RETURNING day INTO counted;
    IF counted IS NOT NULL AND received = 'parcel' THEN
      INSERT INTO delivered_kits (event_id, day) VALUES (NEW.event_id, counted);
    END IF;
  ELSIF OLD.status = 'attended' THEN
    DELETE FROM aids WHERE event_id = NEW.event_id AND user_id = NEW.user_id AND kind = received RETURNING day INTO counted;
    IF counted IS NOT NULL AND received = 'parcel' THEN
      DELETE FROM delivered_kits WHERE id = (SELECT id FROM delivered_kits WHERE event_id = NEW.event_id AND day = counted LIMIT 1 FOR UPDATE SKIP LOCKED);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO delivered_kits (event_id, day) SELECT event_id, day FROM aids WHERE kind = 'parcel' AND event_id IS NOT NULL;
