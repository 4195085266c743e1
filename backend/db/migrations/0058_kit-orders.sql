CREATE TABLE "aids" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"quantity" smallint DEFAULT 1 NOT NULL,
	"event_id" uuid,
	"added_by" uuid,
	CONSTRAINT "aids_kind" CHECK ("aids"."kind" in ('parcel', 'meal', 'clothes', 'voucher', 'support')),
	CONSTRAINT "aids_quantity" CHECK ("aids"."quantity" between 1 and 99),
	CONSTRAINT "aids_origin" CHECK (num_nonnulls("aids"."event_id", "aids"."added_by") <= 1)
);
--> statement-breakpoint
CREATE TABLE "kit_orders" (
	"registration_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'ordered' NOT NULL,
	"address" text,
	"door" text DEFAULT '' NOT NULL,
	"phone" text,
	"sizes" text DEFAULT '' NOT NULL,
	"companion" boolean DEFAULT false NOT NULL,
	"needs_shared_at" timestamp (3) with time zone,
	"repeated" boolean DEFAULT false NOT NULL,
	"prepared_at" timestamp (3) with time zone,
	"prepared_by" uuid,
	"collected_at" timestamp (3) with time zone,
	"collected_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	CONSTRAINT "kit_orders_kind" CHECK ("kit_orders"."kind" in ('delivery', 'dressed')),
	CONSTRAINT "kit_orders_status" CHECK ("kit_orders"."status" in ('ordered', 'in_preparation', 'collected', 'delivered', 'absent')),
	CONSTRAINT "kit_orders_fitting" CHECK ("kit_orders"."kind" <> 'dressed' or "kit_orders"."status" <> 'collected'),
	CONSTRAINT "kit_orders_prepared" CHECK (("kit_orders"."prepared_at" is null) = ("kit_orders"."prepared_by" is null)),
	CONSTRAINT "kit_orders_collected" CHECK (("kit_orders"."collected_at" is null) = ("kit_orders"."collected_by" is null)),
	CONSTRAINT "kit_orders_ended" CHECK (("kit_orders"."ended_at" is not null) = ("kit_orders"."status" in ('delivered', 'absent')))
);
--> statement-breakpoint
ALTER TABLE "organisation_settings" DROP CONSTRAINT "organisation_settings_part";--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD COLUMN "adults" smallint;--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD COLUMN "children" smallint;--> statement-breakpoint
ALTER TABLE "aids" ADD CONSTRAINT "aids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aids" ADD CONSTRAINT "aids_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aids" ADD CONSTRAINT "aids_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_collected_by_users_id_fk" FOREIGN KEY ("collected_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_orders" ADD CONSTRAINT "kit_orders_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "aids_once_at_event" ON "aids" USING btree ("event_id","user_id","kind") WHERE "aids"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "aids_of_person" ON "aids" USING btree ("user_id","day" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "aids_by_age" ON "aids" USING btree ("day");--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_part" CHECK ("organisation_settings"."part" in ('identity', 'legal', 'bank', 'contact', 'profiles', 'aids'));--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD CONSTRAINT "beneficiary_files_household" CHECK (num_nonnulls("beneficiary_files"."adults", "beneficiary_files"."children") <> 1 and "beneficiary_files"."adults" between 1 and 20 and "beneficiary_files"."children" between 0 and 20);--> statement-breakpoint
-- Each registration of a student for a delivery or a fitting has an order, whoever made it.
CREATE FUNCTION add_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kit_orders (registration_id, kind, created_at, updated_at)
    SELECT NEW.id, event.type, NEW.created_at, NEW.created_at FROM events event JOIN users person ON person.id = NEW.user_id
    WHERE event.id = NEW.event_id AND event.type IN ('delivery', 'dressed') AND person.role = 'BENEFICIARY';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER event_registrations_add_kit AFTER INSERT ON event_registrations FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION add_kit_order();--> statement-breakpoint
-- The end of an order is the attendance, whoever notes it: with it comes the aid, and goes when it is taken back. Of whoever does not come any more, nothing stays.
CREATE FUNCTION end_kit_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered kit_orders;
  received text;
BEGIN
  SELECT * INTO ordered FROM kit_orders WHERE registration_id = NEW.id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  received := CASE ordered.kind WHEN 'delivery' THEN 'parcel' ELSE 'clothes' END;
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
CREATE TRIGGER event_registrations_end_kit AFTER UPDATE OF status ON event_registrations FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND OLD.status <> NEW.status) EXECUTE FUNCTION end_kit_order();--> statement-breakpoint
-- Only the next step, of somebody who has a place; the end only as the attendance says it.
CREATE FUNCTION keep_kit_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attendance text;
  ended CONSTANT text[] := array['delivered', 'absent'];
BEGIN
  SELECT status INTO attendance FROM event_registrations WHERE id = NEW.registration_id;
  IF NOT (CASE
    WHEN NEW.status = 'delivered' THEN attendance = 'attended'
    WHEN NEW.status = 'absent' THEN attendance = 'no_show'
    WHEN OLD.status = ANY(ended) THEN attendance NOT IN ('attended', 'no_show')
    WHEN NEW.status = 'in_preparation' THEN OLD.status = 'ordered' AND attendance = 'confirmed'
    WHEN NEW.status = 'collected' THEN OLD.status = 'in_preparation' AND attendance = 'confirmed'
    ELSE false
  END) THEN
    RAISE EXCEPTION 'the order % does not go from % to %', NEW.registration_id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'kit_orders_steps';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER kit_orders_keep_steps BEFORE UPDATE OF status ON kit_orders FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION keep_kit_steps();--> statement-breakpoint
INSERT INTO kit_orders (registration_id, kind, status, ended_at, created_at, updated_at)
  SELECT registration.id, event.type, CASE registration.status WHEN 'attended' THEN 'delivered' WHEN 'no_show' THEN 'absent' ELSE 'ordered' END,
    CASE WHEN registration.status IN ('attended', 'no_show') THEN registration.status_at END, registration.created_at, registration.status_at
  FROM event_registrations registration JOIN events event ON event.id = registration.event_id JOIN users person ON person.id = registration.user_id
  WHERE event.type IN ('delivery', 'dressed') AND person.role = 'BENEFICIARY' AND registration.status IN ('pending', 'confirmed', 'waiting', 'offered', 'attended', 'no_show');--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('kit_orders', 0, 30), ('aids', 36, 0);
