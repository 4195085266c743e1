CREATE TABLE "event_changes" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"done" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_topic";--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_roles";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "event_statuses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "quota_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "reminders" text[] DEFAULT '{"day"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_changes_under_way" ON "event_changes" USING btree ("event_id") WHERE not "event_changes"."done";--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_of_event" ON "campaigns" USING btree ("event_id","updated_at") WHERE "campaigns"."event_id" is not null;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_event" CHECK (("campaigns"."topic" = 'event') = ("campaigns"."event_id" is not null));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_readers_of_event" CHECK ("campaigns"."event_id" is null or (cardinality("campaigns"."event_statuses") > 0 and "campaigns"."roles" = '{}'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_event_statuses" CHECK ("campaigns"."event_statuses" <@ array['confirmed', 'pending', 'offered', 'waiting', 'attended', 'no_show']::text[]);--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_topic" CHECK ("campaigns"."topic" in ('association', 'newsletter', 'event'));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_roles" CHECK ((cardinality("campaigns"."roles") > 0 or "campaigns"."subscribers" or "campaigns"."event_id" is not null) and "campaigns"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL']::text[]);--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_reminders" CHECK ("event_registration_rules"."reminders" <@ array['three_days', 'day', 'two_hours']::text[]);