CREATE TABLE "message_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "messages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"sector_id" uuid,
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "messages_number_unique" UNIQUE("number"),
	CONSTRAINT "messages_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('new', 'answered', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_replies_message" ON "message_replies" USING btree ("message_id","at");--> statement-breakpoint
CREATE INDEX "messages_by_day" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_by_name" ON "messages" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "messages_status" ON "messages" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_topic" ON "messages" USING btree ("topic","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_sector" ON "messages" USING btree ("sector_id");