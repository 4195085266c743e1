ALTER TABLE "articles" DROP CONSTRAINT "articles_status";--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_french_needed";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_in_sector";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_everywhere";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "deleted_from" text;--> statement-breakpoint
CREATE INDEX "articles_deleted" ON "articles" USING btree ("deleted_at") WHERE "articles"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_deleted_since" CHECK (("articles"."status" = 'deleted') = ("articles"."deleted_at" is not null) and ("articles"."status" = 'deleted') = (coalesce("articles"."deleted_from", '') in ('draft', 'archived')));--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_status" CHECK ("articles"."status" in ('draft', 'in_review', 'scheduled', 'published', 'archived', 'deleted'));--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_french_needed" CHECK ("articles"."status" in ('draft', 'archived', 'deleted') or ("articles"."title"->>'fr' <> '' and "articles"."body"->>'fr' <> ''));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL', 'EVENTS_REOPEN', 'MESSAGES_ANSWER'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_in_sector" CHECK ("permission_grants"."sector_id" is null or "permission_grants"."permission" in ('EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL', 'MESSAGES_ANSWER'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_everywhere" CHECK ("permission_grants"."sector_id" is not null or "permission_grants"."permission" not in ('ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL', 'MESSAGES_ANSWER'));