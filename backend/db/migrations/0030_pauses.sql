CREATE TABLE "notification_pauses" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "notification_pauses_user_id_topic_pk" PRIMARY KEY("user_id","topic"),
	CONSTRAINT "notification_pauses_topic" CHECK ("notification_pauses"."topic" in ('all', 'articles', 'waiting'))
);
--> statement-breakpoint
ALTER TABLE "notification_pauses" ADD CONSTRAINT "notification_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;