CREATE TABLE "pending_debits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pledge_id" uuid NOT NULL,
	"provider_reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "pending_debits_providerReference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "pending_debits_amount" CHECK ("pending_debits"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pledge_id" uuid,
	"subscription_id" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"next_on" date,
	"paused_until" date,
	"failed_invoice" text,
	"given_up" boolean DEFAULT false NOT NULL,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "provider_subscriptions_subscriptionId_unique" UNIQUE("subscription_id"),
	CONSTRAINT "provider_subscriptions_state" CHECK ("provider_subscriptions"."state" in ('active', 'failing', 'ended')),
	CONSTRAINT "provider_subscriptions_amount" CHECK ("provider_subscriptions"."amount_cents" > 0),
	CONSTRAINT "provider_subscriptions_given_up" CHECK (not "provider_subscriptions"."given_up" or "provider_subscriptions"."failed_invoice" is not null)
);
--> statement-breakpoint
ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_result";--> statement-breakpoint
ALTER TABLE "pledges" DROP CONSTRAINT "pledges_rhythm";--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "pledge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
ALTER TABLE "pending_debits" ADD CONSTRAINT "pending_debits_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_subscriptions" ADD CONSTRAINT "provider_subscriptions_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_debits_of_pledge" ON "pending_debits" USING btree ("pledge_id");--> statement-breakpoint
CREATE INDEX "provider_subscriptions_of_pledge" ON "provider_subscriptions" USING btree ("pledge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_subscriptions_live_once" ON "provider_subscriptions" USING btree ("pledge_id") WHERE "provider_subscriptions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "provider_subscriptions_live" ON "provider_subscriptions" USING btree ("created_at") WHERE "provider_subscriptions"."state" <> 'ended';--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_of_membership" ON "checkouts" USING btree ("membership_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_once_for_dues" ON "checkouts" USING btree ("membership_id") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_of" CHECK (num_nonnulls("checkouts"."pledge_id", "checkouts"."membership_id") = 1);--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_result" CHECK ("provider_events"."result" in ('recorded', 'unchanged', 'waiting', 'refused', 'disputed', 'foreign', 'other_mode') and (("provider_events"."state" = 'handled') = ("provider_events"."result" is not null)));--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_rhythm" CHECK ("pledges"."rhythm" = 'one_off' or ("pledges"."rhythm" = 'monthly' and "pledges"."method" in ('transfer', 'card', 'sepa_debit')));