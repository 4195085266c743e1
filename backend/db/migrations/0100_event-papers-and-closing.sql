ALTER TABLE "event_registration_rules" DROP CONSTRAINT "event_registration_rules_guests";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "needs_documents" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "alerts_volunteers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD COLUMN "hours_credit" smallint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "contact_user_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_contact_user_id_users_id_fk" FOREIGN KEY ("contact_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_contact" ON "events" USING btree ("contact_user_id") WHERE "events"."contact_user_id" is not null;--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_documents" CHECK ("event_registration_rules"."needs_documents" <@ array['LICENCE', 'INSURANCE', 'INSPECTION', 'PROOF_STUDIES', 'PROOF_INCOME', 'PROOF_ADDRESS']::text[]);--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_credit" CHECK ("event_registration_rules"."hours_credit" between 5 and 960);--> statement-breakpoint
ALTER TABLE "event_registration_rules" ADD CONSTRAINT "event_registration_rules_guests" CHECK (not ("event_registration_rules"."guests" and ("event_registration_rules"."needs_membership" or "event_registration_rules"."needs_training" or "event_registration_rules"."min_age" is not null or cardinality("event_registration_rules"."needs_documents") > 0)));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_closed_once_over" CHECK ("events"."closed_at" >= "events"."ends_at");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_closed_by_somebody" CHECK ("events"."closed_by" is null or "events"."closed_at" is not null);--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL', 'EVENTS_REOPEN'));