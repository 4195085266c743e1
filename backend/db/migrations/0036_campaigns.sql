CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"reason" text,
	"topic" text NOT NULL,
	"title" jsonb NOT NULL,
	"sentence" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"label" jsonb NOT NULL,
	"path" text,
	"roles" text[] NOT NULL,
	"sector_ids" uuid[] NOT NULL,
	"view" jsonb,
	"channels" text[] NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"sent_by" uuid,
	"people" integer,
	"left" jsonb,
	"task_id" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_state" CHECK ("campaigns"."state" in ('draft', 'scheduled', 'sending', 'sent', 'partly_failed', 'stopped', 'cancelled')),
	CONSTRAINT "campaigns_topic" CHECK ("campaigns"."topic" in ('association', 'newsletter')),
	CONSTRAINT "campaigns_reason" CHECK ("campaigns"."reason" in ('late', 'grown', 'nobody', 'rights', 'fault')),
	CONSTRAINT "campaigns_roles" CHECK (cardinality("campaigns"."roles") > 0 and "campaigns"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL']::text[]),
	CONSTRAINT "campaigns_channels" CHECK (cardinality("campaigns"."channels") > 0 and "campaigns"."channels" <@ array['inbox', 'email', 'push']::text[]),
	CONSTRAINT "campaigns_path" CHECK ("campaigns"."path" is null or "campaigns"."path" like '/%'),
	CONSTRAINT "campaigns_scheduled" CHECK ("campaigns"."state" <> 'scheduled' or ("campaigns"."scheduled_at" is not null and "campaigns"."sent_by" is not null and "campaigns"."people" is not null)),
	CONSTRAINT "campaigns_started" CHECK (("campaigns"."state" in ('sending', 'sent', 'partly_failed', 'stopped')) = ("campaigns"."started_at" is not null and "campaigns"."task_id" is not null)),
	CONSTRAINT "campaigns_finished" CHECK (("campaigns"."state" in ('sent', 'partly_failed', 'stopped', 'cancelled')) = ("campaigns"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_in_sector";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_everywhere";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_updated" ON "campaigns" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_by_state" ON "campaigns" USING btree ("state","updated_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_people" ON "campaigns" USING btree ("people","id");--> statement-breakpoint
CREATE INDEX "campaigns_at" ON "campaigns" USING btree (coalesce("started_at", "scheduled_at"),"id");--> statement-breakpoint
CREATE INDEX "campaigns_author" ON "campaigns" USING btree ("created_by","updated_at");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("scheduled_at") WHERE "campaigns"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "campaigns_under_way" ON "campaigns" USING btree ("id") WHERE "campaigns"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "campaigns_searched" ON "campaigns" USING gin (searched_text("title"->>'fr', "title"->>'en') gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_campaign" ON "notices" USING btree ("campaign_id","user_id") WHERE "notices"."campaign_id" is not null;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_in_sector" CHECK ("permission_grants"."sector_id" is null or "permission_grants"."permission" in ('EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_everywhere" CHECK ("permission_grants"."sector_id" is not null or "permission_grants"."permission" not in ('ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND'));