CREATE TABLE "event_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"label" jsonb NOT NULL,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "event_questions_kind" CHECK ("event_questions"."kind" in ('text', 'choice', 'flag', 'number')),
	CONSTRAINT "event_questions_choices" CHECK (("event_questions"."kind" = 'choice') = (jsonb_array_length("event_questions"."choices") >= 2))
);
--> statement-breakpoint
CREATE TABLE "event_series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rrule" text NOT NULL,
	"starts_local" text NOT NULL,
	"excluded" date[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "event_series_rrule" CHECK ("event_series"."rrule" like 'FREQ=%'),
	CONSTRAINT "event_series_starts_local" CHECK ("event_series"."starts_local" ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$')
);
--> statement-breakpoint
ALTER TABLE "event_guest_requests" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_day" date;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_questions_in_order" ON "event_questions" USING btree ("event_id","position");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_event_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."event_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_once_in_series" UNIQUE("series_id","series_day");--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_answers" CHECK (jsonb_typeof("event_registrations"."answers") = 'array');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_day_of_series" CHECK (("events"."series_id" is null) = ("events"."series_day" is null));