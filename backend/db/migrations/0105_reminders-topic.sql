ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_optional_topic";--> statement-breakpoint
ALTER TABLE "push_messages" DROP CONSTRAINT "push_messages_choice";--> statement-breakpoint
ALTER TABLE "notification_pauses" DROP CONSTRAINT "notification_pauses_topic";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_optional_topic" CHECK ("outgoing_mails"."optional_topic" in ('articles', 'messages', 'waiting', 'reminders', 'association', 'greetings', 'summary', 'newsletter'));--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_choice" CHECK ("push_messages"."choice" in ('account', 'articles', 'messages', 'reminders', 'association'));--> statement-breakpoint
ALTER TABLE "notification_pauses" ADD CONSTRAINT "notification_pauses_topic" CHECK ("notification_pauses"."topic" in ('all', 'articles', 'messages', 'waiting', 'reminders', 'association', 'greetings', 'newsletter'));--> statement-breakpoint
INSERT INTO "notification_choices" ("user_id", "topic", "channel", "frequency") SELECT "user_id", 'reminders', "channel", 'never' FROM "notification_choices" WHERE "topic" = 'account' AND "channel" = 'push' AND "frequency" = 'never' ON CONFLICT DO NOTHING;
