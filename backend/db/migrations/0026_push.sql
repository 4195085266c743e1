CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"label" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "push_devices_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notice_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"urgent" boolean NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"send_before" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_messages_once" UNIQUE("notice_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_channel";--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_devices_person" ON "push_devices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_messages_device" ON "push_messages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("urgent" DESC NULLS LAST,"due_at");--> statement-breakpoint
CREATE INDEX "push_messages_end" ON "push_messages" USING btree ("send_before");--> statement-breakpoint
CREATE INDEX "notices_push_waiting" ON "notices" USING btree ("id") WHERE "notices"."channel" = 'push' and "notices"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_channel" CHECK ("notices"."channel" in ('inbox', 'email', 'push'));--> statement-breakpoint
CREATE FUNCTION drop_push_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_devices WHERE session_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_drop_push_devices AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION drop_push_devices();
