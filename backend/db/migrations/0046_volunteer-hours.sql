CREATE TABLE "hour_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"year" smallint NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" uuid,
	CONSTRAINT "hour_periods_year_unique" UNIQUE("year"),
	CONSTRAINT "hour_periods_year" CHECK ("hour_periods"."year" between 2000 and 2200)
);
--> statement-breakpoint
CREATE TABLE "hour_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"level" text NOT NULL,
	"cents" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"basis" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "hour_rates_level" CHECK ("hour_rates"."level" in ('field', 'skill', 'lead')),
	CONSTRAINT "hour_rates_cents" CHECK ("hour_rates"."cents" between 1 and 100000),
	CONSTRAINT "hour_rates_days" CHECK ("hour_rates"."valid_to" >= "hour_rates"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "sequences_series_year_pk" PRIMARY KEY("series","year"),
	CONSTRAINT "sequences_last" CHECK ("sequences"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE "volunteer_certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"holder_name" text,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"total_minutes" integer NOT NULL,
	"sector_name" text,
	"lines" jsonb NOT NULL,
	"issued_by" uuid,
	"check_code" text NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" uuid,
	"withdraw_reason" text,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "volunteer_certificates_number_unique" UNIQUE("number"),
	CONSTRAINT "volunteer_certificates_checkCode_unique" UNIQUE("check_code"),
	CONSTRAINT "volunteer_certificates_period" CHECK ("volunteer_certificates"."period_to" >= "volunteer_certificates"."period_from"),
	CONSTRAINT "volunteer_certificates_minutes" CHECK ("volunteer_certificates"."total_minutes" > 0),
	CONSTRAINT "volunteer_certificates_name" CHECK (("volunteer_certificates"."holder_name" is null) = ("volunteer_certificates"."erased_at" is not null)),
	CONSTRAINT "volunteer_certificates_withdrawn" CHECK (("volunteer_certificates"."withdrawn_at" is null) = ("volunteer_certificates"."withdraw_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "volunteer_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"date" date NOT NULL,
	"minutes" integer NOT NULL,
	"activity" text NOT NULL,
	"level" text NOT NULL,
	"description" text,
	"sector_id" uuid,
	"project_id" uuid,
	"event_id" uuid,
	"starts_at" smallint,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"remark" text,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"validator_id" uuid,
	"validated_at" timestamp (3) with time zone,
	"reject_reason" text,
	"rate_level_id" uuid,
	"rate_cents" integer,
	"locked_period_id" uuid,
	"corrects_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "volunteer_hours_once_an_event" UNIQUE("user_id","event_id"),
	CONSTRAINT "volunteer_hours_one_correction" UNIQUE("corrects_id"),
	CONSTRAINT "volunteer_hours_minutes" CHECK (case when "volunteer_hours"."corrects_id" is null then "volunteer_hours"."minutes" between 5 and 960 else "volunteer_hours"."minutes" between -960 and 960 end),
	CONSTRAINT "volunteer_hours_activity" CHECK ("volunteer_hours"."activity" in ('distribution', 'collection', 'delivery', 'dressed', 'maraude', 'training', 'meeting', 'communication', 'coordination', 'other')),
	CONSTRAINT "volunteer_hours_level" CHECK ("volunteer_hours"."level" in ('field', 'skill', 'lead')),
	CONSTRAINT "volunteer_hours_source" CHECK ("volunteer_hours"."source" in ('self', 'event', 'pickup', 'staff', 'import')),
	CONSTRAINT "volunteer_hours_remark" CHECK ("volunteer_hours"."remark" in ('long', 'overlap', 'old')),
	CONSTRAINT "volunteer_hours_start" CHECK ("volunteer_hours"."starts_at" between 0 and 1439),
	CONSTRAINT "volunteer_hours_begun" CHECK ("volunteer_hours"."date" <= (now() at time zone 'Europe/Paris')::date),
	CONSTRAINT "volunteer_hours_not_by_oneself" CHECK ("volunteer_hours"."validator_id" <> "volunteer_hours"."user_id"),
	CONSTRAINT "volunteer_hours_status" CHECK (case "volunteer_hours"."status"
        when 'proposed' then "volunteer_hours"."validator_id" is null and "volunteer_hours"."validated_at" is null
        when 'submitted' then "volunteer_hours"."validator_id" is null and "volunteer_hours"."validated_at" is null
        when 'rejected' then "volunteer_hours"."reject_reason" is not null and "volunteer_hours"."validated_at" is null
        when 'validated' then "volunteer_hours"."validator_id" is not null and "volunteer_hours"."validated_at" is not null and "volunteer_hours"."locked_period_id" is null
        when 'locked' then "volunteer_hours"."validator_id" is not null and "volunteer_hours"."validated_at" is not null and "volunteer_hours"."locked_period_id" is not null
        else false end)
);
--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_in_sector";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_everywhere";--> statement-breakpoint
ALTER TABLE "hour_periods" ADD CONSTRAINT "hour_periods_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD CONSTRAINT "volunteer_certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD CONSTRAINT "volunteer_certificates_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_certificates" ADD CONSTRAINT "volunteer_certificates_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_validator_id_users_id_fk" FOREIGN KEY ("validator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_rate_level_id_hour_rates_id_fk" FOREIGN KEY ("rate_level_id") REFERENCES "public"."hour_rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_locked_period_id_hour_periods_id_fk" FOREIGN KEY ("locked_period_id") REFERENCES "public"."hour_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_corrects_id_volunteer_hours_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."volunteer_hours"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "volunteer_certificates_of_person" ON "volunteer_certificates" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_certificates_by_day" ON "volunteer_certificates" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_searched" ON "volunteer_hours" USING gin (searched_text("description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "volunteer_hours_of_person" ON "volunteer_hours" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_date" ON "volunteer_hours" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_minutes" ON "volunteer_hours" USING btree ("minutes","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_waiting_first" ON "volunteer_hours" USING btree (("status" = 'submitted') desc,"submitted_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_waiting_last" ON "volunteer_hours" USING btree (("status" = 'submitted') desc,"submitted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "volunteer_hours_waiting" ON "volunteer_hours" USING btree ("sector_id","submitted_at","id") WHERE "volunteer_hours"."status" = 'submitted';--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_status" ON "volunteer_hours" USING btree ("status","submitted_at","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_status_date" ON "volunteer_hours" USING btree ("status","date","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_sector" ON "volunteer_hours" USING btree ("sector_id","date","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_source" ON "volunteer_hours" USING btree ("source","date","id");--> statement-breakpoint
CREATE INDEX "volunteer_hours_remarkable" ON "volunteer_hours" USING btree ("remark","submitted_at","id") WHERE "volunteer_hours"."remark" is not null;--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_event" ON "volunteer_hours" USING btree ("event_id") WHERE "volunteer_hours"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "volunteer_hours_by_project" ON "volunteer_hours" USING btree ("project_id") WHERE "volunteer_hours"."project_id" is not null;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_in_sector" CHECK ("permission_grants"."sector_id" is null or "permission_grants"."permission" in ('EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_everywhere" CHECK ("permission_grants"."sector_id" is not null or "permission_grants"."permission" not in ('ACCOUNTS_MANAGE', 'NOTIFICATIONS_SEND', 'HOURS_VALIDATE'));
--> statement-breakpoint
ALTER TABLE "hour_rates" ADD CONSTRAINT "hour_rates_do_not_overlap" EXCLUDE USING gist ("level" WITH =, daterange("valid_from", "valid_to", '[]') WITH &&);
--> statement-breakpoint
CREATE TRIGGER "volunteer_hours_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "volunteer_hours" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
-- Nobody gives more than sixteen hours in a day, however many forms are sent at once: the lock is on the person and the day. Rejected and proposed
-- entries do not count, and neither do corrections, which are about another day.
CREATE FUNCTION "volunteer_hours_fit_a_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."corrects_id" IS NOT NULL OR NEW."status" NOT IN ('submitted', 'validated', 'locked') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."status" IN ('submitted', 'validated', 'locked')
    AND (OLD."user_id", OLD."date", OLD."minutes") IS NOT DISTINCT FROM (NEW."user_id", NEW."date", NEW."minutes") THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('volunteer_hours ' || NEW."user_id" || ' ' || NEW."date", 0));
  IF NEW."minutes" + coalesce((
    SELECT sum("minutes") FROM "volunteer_hours"
    WHERE "user_id" = NEW."user_id" AND "date" = NEW."date" AND "id" <> NEW."id" AND "corrects_id" IS NULL AND "status" IN ('submitted', 'validated', 'locked')
  ), 0) > 960 THEN
    RAISE EXCEPTION 'more than sixteen hours in a day' USING ERRCODE = 'check_violation', CONSTRAINT = 'volunteer_hours_of_a_day';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "volunteer_hours_of_a_day" BEFORE INSERT OR UPDATE OF "user_id", "date", "minutes", "status" ON "volunteer_hours" FOR EACH ROW EXECUTE FUNCTION "volunteer_hours_fit_a_day"();
--> statement-breakpoint
-- What counts of a year that is closed does not change. Whoever closes it holds the lock of the year alone; everybody else shares it.
CREATE FUNCTION "hour_period_is_open"("day" date) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('hour_periods'), extract(year FROM "day")::integer);
  RETURN NOT EXISTS (SELECT 1 FROM "hour_periods" WHERE "year" = extract(year FROM "day")::integer);
END $$;
--> statement-breakpoint
CREATE FUNCTION "volunteer_hours_stay_in_closed_years"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD."user_id", OLD."date", OLD."minutes", OLD."activity", OLD."level", OLD."status", OLD."validator_id", OLD."validated_at", OLD."rate_cents", OLD."corrects_id")
      IS NOT DISTINCT FROM (NEW."user_id", NEW."date", NEW."minutes", NEW."activity", NEW."level", NEW."status", NEW."validator_id", NEW."validated_at", NEW."rate_cents", NEW."corrects_id") THEN
      RETURN NEW;
    END IF;
    IF OLD."status" = 'validated' AND NEW."status" = 'locked'
      AND (OLD."user_id", OLD."date", OLD."minutes", OLD."activity", OLD."level", OLD."validator_id") = (NEW."user_id", NEW."date", NEW."minutes", NEW."activity", NEW."level", NEW."validator_id") THEN
      RETURN NEW;
    END IF;
  END IF;
  IF (TG_OP <> 'INSERT' AND (OLD."status" = 'locked' OR NOT "hour_period_is_open"(OLD."date"))) OR (TG_OP <> 'DELETE' AND NOT "hour_period_is_open"(NEW."date")) THEN
    RAISE EXCEPTION 'the year is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'volunteer_hours_closed_year';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "volunteer_hours_closed_year" BEFORE INSERT OR UPDATE OR DELETE ON "volunteer_hours" FOR EACH ROW EXECUTE FUNCTION "volunteer_hours_stay_in_closed_years"();
--> statement-breakpoint
-- A correction is about an entry of the same person in a closed year, and leaves between no time and a whole day of it.
CREATE FUNCTION "volunteer_hours_correct_locked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM "volunteer_hours" WHERE "id" = NEW."corrects_id" AND "user_id" = NEW."user_id" AND "status" = 'locked' AND "corrects_id" IS NULL
      AND "minutes" + NEW."minutes" BETWEEN 0 AND 960
  ) THEN
    RAISE EXCEPTION 'only hours of a closed year are corrected' USING ERRCODE = 'check_violation', CONSTRAINT = 'volunteer_hours_correction';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "volunteer_hours_correction" BEFORE INSERT OR UPDATE OF "corrects_id", "minutes" ON "volunteer_hours" FOR EACH ROW WHEN (NEW."corrects_id" IS NOT NULL) EXECUTE FUNCTION "volunteer_hours_correct_locked"();
--> statement-breakpoint
-- An attested text is never rewritten: it is withdrawn, or its name is erased.
CREATE FUNCTION "volunteer_certificates_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD."number", OLD."user_id", OLD."period_from", OLD."period_to", OLD."total_minutes", OLD."check_code", OLD."created_at")
    IS DISTINCT FROM (NEW."number", NEW."user_id", NEW."period_from", NEW."period_to", NEW."total_minutes", NEW."check_code", NEW."created_at")
    OR (NEW."erased_at" IS NULL AND (OLD."holder_name", OLD."sector_name", OLD."lines") IS DISTINCT FROM (NEW."holder_name", NEW."sector_name", NEW."lines")) THEN
    RAISE EXCEPTION 'certificates are not rewritten' USING ERRCODE = 'check_violation', CONSTRAINT = 'volunteer_certificates_as_issued';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "volunteer_certificates_as_issued" BEFORE UPDATE ON "volunteer_certificates" FOR EACH ROW EXECUTE FUNCTION "volunteer_certificates_stay"();
