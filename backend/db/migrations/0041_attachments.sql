ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_reason";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "attachment_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "attachment_ids" uuid[];--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_attachments" CHECK (cardinality("campaigns"."attachment_ids") <= 3);--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_reason" CHECK ("campaigns"."reason" in ('late', 'grown', 'nobody', 'rights', 'attachment', 'fault'));