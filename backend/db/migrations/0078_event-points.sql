ALTER TABLE "event_registrations" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_replaced" CHECK ("event_registrations"."replaced_at" is null or "event_registrations"."status" = 'cancelled_by_user');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_point" CHECK (("events"."latitude" is null) = ("events"."longitude" is null));