ALTER TABLE "notification_pauses" DROP CONSTRAINT "notification_pauses_topic";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "optional_topic" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_optional_topic" CHECK ("outgoing_mails"."optional_topic" in ('articles', 'waiting', 'association', 'newsletter'));--> statement-breakpoint
ALTER TABLE "notification_pauses" ADD CONSTRAINT "notification_pauses_topic" CHECK ("notification_pauses"."topic" in ('all', 'articles', 'waiting', 'association', 'newsletter'));