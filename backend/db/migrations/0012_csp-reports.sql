CREATE TABLE "csp_reports" (
	"day" date NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "csp_reports_day_directive_blocked_pk" PRIMARY KEY("day","directive","blocked"),
	CONSTRAINT "csp_reports_counted" CHECK ("csp_reports"."times" > 0),
	CONSTRAINT "csp_reports_short" CHECK (length("csp_reports"."directive") <= 40 and length("csp_reports"."blocked") <= 120),
	CONSTRAINT "csp_reports_no_path" CHECK ("csp_reports"."blocked" ~ '^([a-z0-9+.-]+|[a-z]+://[^/?#@]+)$')
);
--> statement-breakpoint
CREATE TABLE "machine_events" (
	"path" text NOT NULL,
	"event" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "machine_events_path_event_pk" PRIMARY KEY("path","event")
);
--> statement-breakpoint
CREATE INDEX "machine_events_age" ON "machine_events" USING btree ("received_at");