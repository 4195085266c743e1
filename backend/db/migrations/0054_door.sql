CREATE TABLE "check_ins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"registration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"device_id" uuid NOT NULL,
	"nonce" uuid NOT NULL,
	"by_user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"closed_by" uuid,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	CONSTRAINT "check_ins_once" UNIQUE("device_id","nonce"),
	CONSTRAINT "check_ins_kind" CHECK ("check_ins"."kind" in ('entry', 'exit')),
	CONSTRAINT "check_ins_mode" CHECK ("check_ins"."mode" in ('scan', 'manual', 'offline')),
	CONSTRAINT "check_ins_undone" CHECK (("check_ins"."undone_at" is null) = ("check_ins"."undone_by" is null)),
	CONSTRAINT "check_ins_closed" CHECK ("check_ins"."closed_by" is null or ("check_ins"."kind" = 'entry' and "check_ins"."undone_at" is null))
);
--> statement-breakpoint
CREATE TABLE "door_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"registration_id" uuid,
	"user_id" uuid,
	"event_id" uuid,
	"version" smallint NOT NULL,
	"lookup" text NOT NULL,
	CONSTRAINT "door_codes_once" UNIQUE NULLS NOT DISTINCT("lookup","registration_id","user_id","event_id"),
	CONSTRAINT "door_codes_kind" CHECK ("door_codes"."kind" in ('ticket', 'membership', 'beneficiary', 'entrance')),
	CONSTRAINT "door_codes_version" CHECK ("door_codes"."version" > 0),
	CONSTRAINT "door_codes_subject" CHECK (num_nonnulls("door_codes"."registration_id", "door_codes"."user_id", "door_codes"."event_id") = 1 and ("door_codes"."kind" = 'ticket') = ("door_codes"."registration_id" is not null)
        and ("door_codes"."kind" = 'entrance') = ("door_codes"."event_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "event_door_people" (
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_door_people_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "scan_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event_id" uuid NOT NULL,
	"registration_id" uuid,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"answer" text NOT NULL,
	"check_in_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"device_id" uuid NOT NULL,
	"nonce" uuid NOT NULL,
	"by_user_id" uuid NOT NULL,
	CONSTRAINT "scan_attempts_once" UNIQUE("device_id","nonce"),
	CONSTRAINT "scan_attempts_answer" CHECK ("scan_attempts"."answer" in ('ok', 'left', 'already', 'not_inside', 'not_confirmed', 'cancelled', 'revoked', 'wrong_event', 'too_early', 'too_late', 'event_cancelled', 'not_registered', 'expired', 'needs_attention', 'unknown')),
	CONSTRAINT "scan_attempts_kind" CHECK ("scan_attempts"."kind" in ('entry', 'exit')),
	CONSTRAINT "scan_attempts_mode" CHECK ("scan_attempts"."mode" in ('scan', 'manual', 'offline'))
);
--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_in_sector";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_everywhere";--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_closed_by_check_ins_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."check_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_codes" ADD CONSTRAINT "door_codes_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_codes" ADD CONSTRAINT "door_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_codes" ADD CONSTRAINT "door_codes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door_people" ADD CONSTRAINT "event_door_people_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door_people" ADD CONSTRAINT "event_door_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door_people" ADD CONSTRAINT "event_door_people_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_attempts" ADD CONSTRAINT "scan_attempts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_attempts" ADD CONSTRAINT "scan_attempts_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_attempts" ADD CONSTRAINT "scan_attempts_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_attempts" ADD CONSTRAINT "scan_attempts_check_in" FOREIGN KEY ("check_in_id") REFERENCES "public"."check_ins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_open" ON "check_ins" USING btree ("registration_id") WHERE "check_ins"."kind" = 'entry' and "check_ins"."undone_at" is null and "check_ins"."closed_by" is null;--> statement-breakpoint
CREATE INDEX "check_ins_of_registration" ON "check_ins" USING btree ("registration_id","at");--> statement-breakpoint
CREATE INDEX "check_ins_closed_by" ON "check_ins" USING btree ("closed_by");--> statement-breakpoint
CREATE INDEX "door_codes_of_registration" ON "door_codes" USING btree ("registration_id","version");--> statement-breakpoint
CREATE INDEX "door_codes_of_person" ON "door_codes" USING btree ("user_id","kind","version");--> statement-breakpoint
CREATE INDEX "door_codes_of_event" ON "door_codes" USING btree ("event_id","version");--> statement-breakpoint
CREATE INDEX "event_door_people_of_person" ON "event_door_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "scan_attempts_of_event" ON "scan_attempts" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "scan_attempts_of_registration" ON "scan_attempts" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "scan_attempts_of_check_in" ON "scan_attempts" USING btree ("check_in_id");--> statement-breakpoint
CREATE INDEX "scan_attempts_by_age" ON "scan_attempts" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_in_sector" CHECK ("permission_grants"."sector_id" is null or "permission_grants"."permission" in ('EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_everywhere" CHECK ("permission_grants"."sector_id" is not null or "permission_grants"."permission" not in ('ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE', 'EVENTS_SCAN', 'EVENTS_CHECKIN_MANUAL'));--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('scan_attempts', 3, 0);
