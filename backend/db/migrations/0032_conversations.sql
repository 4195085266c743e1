ALTER TABLE "message_replies" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "application_replies" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "message_replies" ADD COLUMN "internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_replies" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "waiting_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "application_replies" ADD COLUMN "internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "application_replies" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "waiting_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("waiting_since") WHERE "messages"."status" = 'new';--> statement-breakpoint
CREATE INDEX "applications_waiting" ON "applications" USING btree ("waiting_since") WHERE "applications"."status" = 'received';--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_tokenHash_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_tokenHash_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_of_staff" CHECK ("message_replies"."author_id" is not null or (not "message_replies"."internal" and "message_replies"."token_hash" is null));--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_note_without_link" CHECK (not "message_replies"."internal" or "message_replies"."token_hash" is null);--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_of_staff" CHECK ("application_replies"."author_id" is not null or (not "application_replies"."internal" and "application_replies"."token_hash" is null));--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_note_without_link" CHECK (not "application_replies"."internal" or "application_replies"."token_hash" is null);--> statement-breakpoint
UPDATE "messages" SET "waiting_since" = "created_at";--> statement-breakpoint
UPDATE "applications" SET "waiting_since" = "created_at";--> statement-breakpoint
-- What is called answered has an answer of staff, whichever of the two was written first: a note, or a further message of who wrote to us, is none.
CREATE OR REPLACE FUNCTION answered_has_a_reply() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_reply boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1 AND author_id IS NOT NULL AND NOT internal)', TG_ARGV[0], TG_ARGV[1]) INTO has_reply USING NEW.id;
  IF NOT has_reply THEN
    RAISE EXCEPTION '% is answered by no reply', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
