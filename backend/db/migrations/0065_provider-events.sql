CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pledge_id" uuid NOT NULL,
	"session_id" text,
	"amount_cents" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "checkouts_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'complete', 'expired')),
	CONSTRAINT "checkouts_amount" CHECK ("checkouts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_comparisons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"compared" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_mismatches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"recorded_cents" integer NOT NULL,
	"payment_id" uuid,
	CONSTRAINT "provider_mismatches_providerId_unique" UNIQUE("provider_id"),
	CONSTRAINT "provider_mismatches_kind" CHECK ("provider_mismatches"."kind" in ('missing_here', 'missing_there', 'amount'))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"live" boolean NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"result" text,
	"reason" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "provider_events_event_unique" UNIQUE("event"),
	CONSTRAINT "provider_events_state" CHECK ("provider_events"."state" in ('received', 'handled', 'failed')),
	CONSTRAINT "provider_events_result" CHECK ("provider_events"."result" in ('recorded', 'unchanged', 'waiting', 'disputed', 'foreign', 'other_mode') and (("provider_events"."state" = 'handled') = ("provider_events"."result" is not null))),
	CONSTRAINT "provider_events_due" CHECK ("provider_events"."state" = 'failed' or ("provider_events"."state" = 'received') = ("provider_events"."next_try_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_reference" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_mismatches" ADD CONSTRAINT "provider_mismatches_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_of_pledge" ON "checkouts" USING btree ("pledge_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_once" ON "checkouts" USING btree ("pledge_id") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "provider_comparisons_by_day" ON "provider_comparisons" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_events_by_day" ON "provider_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "provider_events_by_state" ON "provider_events" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("next_try_at") WHERE "provider_events"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_searched" ON "provider_events" USING gin (searched_text("event", "type", "object_id") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_once" ON "payments" USING btree ("provider_reference") WHERE "payments"."provider_reference" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_provider" ON "payments" USING btree ("received_on","id") WHERE "payments"."provider_reference" is not null and "payments"."refund_of" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider" CHECK ("payments"."provider_reference" is null or "payments"."method" in ('card', 'sepa_debit'));
