CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"frequency" text NOT NULL,
	CONSTRAINT "notification_choices_user_id_topic_channel_pk" PRIMARY KEY("user_id","topic","channel"),
	CONSTRAINT "notification_choices_frequency" CHECK ("notification_choices"."frequency" in ('each', 'daily', 'weekly', 'never'))
);
--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_choices_topic" ON "notification_choices" USING btree ("topic","channel","frequency");--> statement-breakpoint
INSERT INTO "notification_choices" ("user_id", "topic", "channel", "frequency") SELECT "user_id", "topic", "channel", 'never' FROM "muted_notifications" WHERE "topic" = 'articles' AND "channel" = 'email';--> statement-breakpoint
DROP TABLE "muted_notifications" CASCADE;
