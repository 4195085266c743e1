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
END $$;
--> statement-breakpoint
CREATE TRIGGER "projects_follow_sectors" BEFORE INSERT OR UPDATE OF "sector_ids" ON "projects" FOR EACH ROW EXECUTE FUNCTION "follow_merged_sectors"();
--> statement-breakpoint
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
