CREATE TABLE "membership_renewal_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"membership_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"family" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"reduced" boolean NOT NULL,
	"words_version" smallint NOT NULL,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_why" text,
	"customer_id" text,
	"means_id" text,
	CONSTRAINT "membership_renewal_consents_price" CHECK ("membership_renewal_consents"."price_cents" > 0),
	CONSTRAINT "membership_renewal_consents_state" CHECK (case "membership_renewal_consents"."state"
        when 'waiting' then num_nonnulls("membership_renewal_consents"."customer_id", "membership_renewal_consents"."means_id", "membership_renewal_consents"."ended_at", "membership_renewal_consents"."ended_why") = 0
        when 'active' then num_nonnulls("membership_renewal_consents"."customer_id", "membership_renewal_consents"."means_id") = 2 and num_nonnulls("membership_renewal_consents"."ended_at", "membership_renewal_consents"."ended_why") = 0
        when 'ended' then num_nonnulls("membership_renewal_consents"."customer_id", "membership_renewal_consents"."means_id") = 0 and num_nonnulls("membership_renewal_consents"."ended_at", "membership_renewal_consents"."ended_why") = 2
        else false end),
	CONSTRAINT "membership_renewal_consents_ended" CHECK ("membership_renewal_consents"."ended_why" in ('member', 'price', 'refused', 'replaced', 'left'))
);
--> statement-breakpoint
CREATE TABLE "membership_renewals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"consent_id" uuid NOT NULL,
	"membership_id" uuid NOT NULL,
	"notice_at" timestamp (3) with time zone NOT NULL,
	"charge_on" date NOT NULL,
	"state" text DEFAULT 'noticed' NOT NULL,
	"next_id" uuid,
	"checkout_id" uuid,
	"ordered_at" timestamp (3) with time zone,
	CONSTRAINT "membership_renewals_once" UNIQUE("membership_id"),
	CONSTRAINT "membership_renewals_next" UNIQUE("next_id"),
	CONSTRAINT "membership_renewals_state" CHECK ("membership_renewals"."state" in ('noticed', 'ordered', 'paid', 'failed', 'stopped')),
	CONSTRAINT "membership_renewals_announced" CHECK ("membership_renewals"."charge_on" >= ("membership_renewals"."notice_at" at time zone 'Europe/Paris')::date + 15),
	CONSTRAINT "membership_renewals_ordered" CHECK ("membership_renewals"."state" in ('noticed', 'stopped') or ("membership_renewals"."checkout_id" is not null and "membership_renewals"."ordered_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "membership_renewal_consents" ADD CONSTRAINT "membership_renewal_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_renewal_consents" ADD CONSTRAINT "membership_renewal_consents_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_renewal_consents" ADD CONSTRAINT "membership_renewal_consents_plan_id_membership_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."membership_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_renewals" ADD CONSTRAINT "membership_renewals_consent_id_membership_renewal_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."membership_renewal_consents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_renewals" ADD CONSTRAINT "membership_renewals_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_renewals" ADD CONSTRAINT "membership_renewals_next_id_memberships_id_fk" FOREIGN KEY ("next_id") REFERENCES "public"."memberships"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_renewal_consents_once" ON "membership_renewal_consents" USING btree ("user_id","family") WHERE "membership_renewal_consents"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "membership_renewal_consents_of_request" ON "membership_renewal_consents" USING btree ("membership_id") WHERE "membership_renewal_consents"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "membership_renewal_consents_of_membership" ON "membership_renewal_consents" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_renewal_consents_of_person" ON "membership_renewal_consents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "membership_renewals_due" ON "membership_renewals" USING btree ("charge_on") WHERE "membership_renewals"."state" in ('noticed', 'ordered');--> statement-breakpoint
CREATE INDEX "membership_renewals_of_consent" ON "membership_renewals" USING btree ("consent_id");