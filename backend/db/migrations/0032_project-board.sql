CREATE TABLE "project_figures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"label" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"unit" text NOT NULL,
	"counted_on" date NOT NULL,
	CONSTRAINT "project_figures_label" CHECK (coalesce("project_figures"."label"->>'fr', '') <> ''),
	CONSTRAINT "project_figures_amount" CHECK ("project_figures"."amount" >= 0),
	CONSTRAINT "project_figures_unit" CHECK ("project_figures"."unit" in ('hours', 'people', 'kits', 'kilograms', 'other'))
);
--> statement-breakpoint
CREATE TABLE "project_owners" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_sectors" (
	"project_id" uuid NOT NULL,
	"sector_id" uuid NOT NULL,
	CONSTRAINT "project_sectors_project_id_sector_id_pk" PRIMARY KEY("project_id","sector_id")
);
--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "projects_sector_id_sectors_id_fk";
--> statement-breakpoint
DROP INDEX "projects_sector";--> statement-breakpoint
DROP INDEX "projects_stage";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "sector_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_figures" ADD CONSTRAINT "project_figures_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_owners" ADD CONSTRAINT "project_owners_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_owners" ADD CONSTRAINT "project_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sectors" ADD CONSTRAINT "project_sectors_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sectors" ADD CONSTRAINT "project_sectors_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_figures_project" ON "project_figures" USING btree ("project_id","counted_on","id");--> statement-breakpoint
CREATE INDEX "project_owners_user" ON "project_owners" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_sectors_sector" ON "project_sectors" USING btree ("sector_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_coming_by_project" ON "events" USING btree ("project_id","ends_at");--> statement-breakpoint
CREATE INDEX "pledges_by_project" ON "pledges" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_sectors" ON "projects" USING gin ("sector_ids");--> statement-breakpoint
CREATE INDEX "projects_stage" ON "projects" USING btree ("stage","position","id");--> statement-breakpoint
-- A list of references in a record is tied, one by one, in a table of its own: none of them is to nothing or there twice, and what they
-- refer to is not removed. The arguments are that table, its columns for the record and for what is referred to, and the list.
CREATE FUNCTION "keep_references"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM %I WHERE %I = $1.id', TG_ARGV[0], TG_ARGV[1]) USING NEW;
  EXECUTE format('INSERT INTO %I (%I, %I) SELECT $1.id, unnest($1.%I)', TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], TG_ARGV[3]) USING NEW;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "projects_keep_sectors" AFTER INSERT OR UPDATE OF "sector_ids" ON "projects"
  FOR EACH ROW EXECUTE FUNCTION "keep_references"('project_sectors', 'project_id', 'sector_id', 'sector_ids');
--> statement-breakpoint
UPDATE "projects" SET "sector_ids" = ARRAY["sector_id"] WHERE "sector_id" IS NOT NULL;--> statement-breakpoint
DROP TRIGGER "projects_follow_sector" ON "projects";--> statement-breakpoint
ALTER TABLE "projects" DROP COLUMN "sector_id";--> statement-breakpoint
-- A list that names a sector which was merged, from a form that was opened before say, names the one it became part of, once.
CREATE FUNCTION "follow_merged_sectors"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "sectors" WHERE "id" = ANY(NEW."sector_ids") ORDER BY "position", "id" FOR SHARE;
  NEW."sector_ids" := (
    SELECT coalesce(array_agg("id" ORDER BY "place"), '{}') FROM (
      SELECT coalesce("sectors"."merged_into_id", "named"."id") AS "id", min("named"."place") AS "place"
      FROM unnest(NEW."sector_ids") WITH ORDINALITY "named"("id", "place")
      LEFT JOIN "sectors" ON "sectors"."id" = "named"."id" GROUP BY 1
    ) "followed"
  );
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "projects_follow_sectors" BEFORE INSERT OR UPDATE OF "sector_ids" ON "projects" FOR EACH ROW EXECUTE FUNCTION "follow_merged_sectors"();--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_stages" CHECK ("projects"."stage" in ('idea', 'running', 'done', 'stopped'));--> statement-breakpoint
-- Only people of the team answer for a project.
CREATE FUNCTION "project_owner_is_of_the_team"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = NEW."user_id" AND "role" IN ('ADMIN', 'VOLUNTEER') FOR SHARE) THEN
    RAISE EXCEPTION 'a project is in the hands of staff or volunteers' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "project_owners_are_of_the_team" BEFORE INSERT OR UPDATE ON "project_owners"
  FOR EACH ROW EXECUTE FUNCTION "project_owner_is_of_the_team"();
