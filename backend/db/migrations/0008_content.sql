CREATE TABLE "countries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" jsonb NOT NULL,
	"iso2" text NOT NULL,
	"iso3" text NOT NULL,
	"dial_code" text NOT NULL,
	CONSTRAINT "countries_iso2_unique" UNIQUE("iso2"),
	CONSTRAINT "countries_iso3_unique" UNIQUE("iso3"),
	CONSTRAINT "countries_status" CHECK ("countries"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "faq_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" jsonb NOT NULL,
	CONSTRAINT "faq_categories_status" CHECK ("faq_categories"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "faq_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"question" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"category_id" uuid NOT NULL,
	"audience" text NOT NULL,
	CONSTRAINT "faq_questions_status" CHECK ("faq_questions"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "further_support" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" text NOT NULL,
	"description" jsonb NOT NULL,
	"hours" jsonb NOT NULL,
	"category_id" uuid NOT NULL,
	"phone" text,
	"url" text,
	"address" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"free" boolean NOT NULL,
	"emergency" boolean NOT NULL,
	"checked_on" date NOT NULL,
	CONSTRAINT "further_support_status" CHECK ("further_support"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "further_support_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" jsonb NOT NULL,
	CONSTRAINT "further_support_categories_status" CHECK ("further_support_categories"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"message" text NOT NULL,
	"cv_id" uuid,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "applications_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "applications_status" CHECK ("applications"."status" in ('received', 'answered', 'closed')),
	CONSTRAINT "applications_answered" CHECK ("applications"."status" <> 'answered' or ("applications"."answer" is not null and "applications"."answered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"title" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"contract" jsonb NOT NULL,
	"hours" integer NOT NULL,
	"salary" jsonb NOT NULL,
	"opens_on" date NOT NULL,
	"closes_on" date,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "jobs_closes_after_it_opens" CHECK ("jobs"."closes_on" >= "jobs"."opens_on")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"description" jsonb NOT NULL,
	"since" integer,
	"url" text,
	"logo_id" uuid,
	"logo_alt" jsonb NOT NULL,
	"contact" text,
	CONSTRAINT "partners_status" CHECK ("partners"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"name" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"stage" text NOT NULL,
	"sector_id" uuid,
	"starts_on" date,
	"ends_on" date,
	"budget_euros" integer,
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "projects_ends_after_it_starts" CHECK ("projects"."ends_on" >= "projects"."starts_on")
);
--> statement-breakpoint
CREATE TABLE "sector_managers" (
	"sector_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "sector_managers_sector_id_user_id_pk" PRIMARY KEY("sector_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "shortcuts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"label" jsonb NOT NULL,
	"icon" text NOT NULL,
	"target" text NOT NULL,
	"roles" text[] NOT NULL,
	CONSTRAINT "shortcuts_status" CHECK ("shortcuts"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "shortcuts_target" CHECK ("shortcuts"."target" ~ '^(/|https://)')
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"initials" text NOT NULL,
	"speaker" jsonb NOT NULL,
	"quote" jsonb NOT NULL,
	"consented_on" date,
	"withdrawn_on" date,
	CONSTRAINT "testimonials_status" CHECK ("testimonials"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "testimonials_on_line_with_consent" CHECK ("testimonials"."status" <> 'published' or ("testimonials"."consented_on" is not null and "testimonials"."withdrawn_on" is null))
);
--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "status" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "english" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "presentation" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "objectives" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "sectors" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "countries" ADD CONSTRAINT "countries_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_categories" ADD CONSTRAINT "faq_categories_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_questions" ADD CONSTRAINT "faq_questions_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_questions" ADD CONSTRAINT "faq_questions_category_id_faq_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."faq_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_category_id_further_support_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."further_support_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support_categories" ADD CONSTRAINT "further_support_categories_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_cv_id_documents_id_fk" FOREIGN KEY ("cv_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_logo_id_documents_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sector_managers" ADD CONSTRAINT "sector_managers_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sector_managers" ADD CONSTRAINT "sector_managers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortcuts" ADD CONSTRAINT "shortcuts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "countries_by_position" ON "countries" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "countries_by_update" ON "countries" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "countries_status_by_position" ON "countries" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "countries_english" ON "countries" USING btree ("english");--> statement-breakpoint
CREATE INDEX "faq_categories_by_position" ON "faq_categories" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "faq_categories_by_update" ON "faq_categories" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "faq_categories_status_by_position" ON "faq_categories" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "faq_categories_english" ON "faq_categories" USING btree ("english");--> statement-breakpoint
CREATE INDEX "faq_questions_by_position" ON "faq_questions" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "faq_questions_by_update" ON "faq_questions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "faq_questions_status_by_position" ON "faq_questions" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "faq_questions_english" ON "faq_questions" USING btree ("english");--> statement-breakpoint
CREATE INDEX "faq_questions_category" ON "faq_questions" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "faq_questions_audience" ON "faq_questions" USING btree ("audience");--> statement-breakpoint
CREATE INDEX "further_support_by_position" ON "further_support" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "further_support_by_update" ON "further_support" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "further_support_status_by_position" ON "further_support" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "further_support_english" ON "further_support" USING btree ("english");--> statement-breakpoint
CREATE INDEX "further_support_category" ON "further_support" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "further_support_categories_by_position" ON "further_support_categories" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_by_update" ON "further_support_categories" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_status_by_position" ON "further_support_categories" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_english" ON "further_support_categories" USING btree ("english");--> statement-breakpoint
CREATE INDEX "applications_by_arrival" ON "applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "applications_job" ON "applications" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "jobs_by_position" ON "jobs" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "jobs_by_update" ON "jobs" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "jobs_status_by_position" ON "jobs" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "jobs_english" ON "jobs" USING btree ("english");--> statement-breakpoint
CREATE INDEX "jobs_on_line" ON "jobs" USING btree ("status","opens_on","id");--> statement-breakpoint
CREATE INDEX "jobs_kind" ON "jobs" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "partners_by_position" ON "partners" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "partners_by_update" ON "partners" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "partners_status_by_position" ON "partners" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "partners_english" ON "partners" USING btree ("english");--> statement-breakpoint
CREATE INDEX "partners_kind" ON "partners" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "projects_by_position" ON "projects" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "projects_by_update" ON "projects" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "projects_status_by_position" ON "projects" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "projects_english" ON "projects" USING btree ("english");--> statement-breakpoint
CREATE INDEX "projects_stage" ON "projects" USING btree ("stage");--> statement-breakpoint
CREATE INDEX "projects_sector" ON "projects" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "sector_managers_user" ON "sector_managers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shortcuts_by_position" ON "shortcuts" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "shortcuts_by_update" ON "shortcuts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "shortcuts_status_by_position" ON "shortcuts" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "shortcuts_english" ON "shortcuts" USING btree ("english");--> statement-breakpoint
CREATE INDEX "testimonials_by_position" ON "testimonials" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "testimonials_by_update" ON "testimonials" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "testimonials_status_by_position" ON "testimonials" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "testimonials_english" ON "testimonials" USING btree ("english");--> statement-breakpoint
CREATE INDEX "sectors_by_position" ON "sectors" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "sectors_by_update" ON "sectors" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "sectors_status_by_position" ON "sectors" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "sectors_english" ON "sectors" USING btree ("english");--> statement-breakpoint
CREATE INDEX "sectors_parent" ON "sectors" USING btree ("parent_id");--> statement-breakpoint
ALTER TABLE "sectors" ADD CONSTRAINT "sectors_status" CHECK ("sectors"."status" in ('draft', 'published', 'archived'));--> statement-breakpoint
-- Teams that were public are on line.
UPDATE "sectors" SET "status" = 'published' WHERE "public_visible";--> statement-breakpoint
ALTER TABLE "sectors" DROP COLUMN "public_visible";--> statement-breakpoint
ALTER TABLE "sectors" ADD CONSTRAINT "sectors_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "users"("id");
--> statement-breakpoint
-- Only people of the team answer for a sector.
CREATE FUNCTION "sector_manager_is_staff"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = NEW."user_id" AND "role" IN ('ADMIN', 'VOLUNTEER') FOR SHARE) THEN
    RAISE EXCEPTION 'a sector is managed by staff or volunteers' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sector_managers_are_staff" BEFORE INSERT OR UPDATE ON "sector_managers" FOR EACH ROW EXECUTE FUNCTION "sector_manager_is_staff"();
--> statement-breakpoint
-- A sector is never below itself, however far up.
CREATE FUNCTION "sectors_make_no_circle"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('sectors_tree'));
  IF EXISTS (
    WITH RECURSIVE "above" AS (
      SELECT NEW."parent_id" AS "id"
      UNION
      SELECT "sectors"."parent_id" FROM "sectors" JOIN "above" ON "sectors"."id" = "above"."id"
    ) SELECT 1 FROM "above" WHERE "id" = NEW."id"
  ) THEN
    RAISE EXCEPTION 'a sector cannot be below itself' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sectors_no_circle" BEFORE INSERT OR UPDATE OF "parent_id" ON "sectors" FOR EACH ROW WHEN (NEW."parent_id" IS NOT NULL) EXECUTE FUNCTION "sectors_make_no_circle"();
