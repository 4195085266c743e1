-- Sectors and users refer to each other, which the tables in code cannot.
ALTER TABLE sectors ADD CONSTRAINT sectors_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users (id);
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
--> statement-breakpoint
-- What is merged is merged once, and into a sector that is not merged itself: whoever comes to an old address makes one step. Two merges at once wait for each other.
CREATE FUNCTION "sectors_merge_once"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('sectors_tree'));
  IF EXISTS (SELECT 1 FROM "sectors" WHERE "id" = NEW."merged_into_id" AND "merged_into_id" IS NOT NULL)
    OR EXISTS (SELECT 1 FROM "sectors" WHERE "merged_into_id" = NEW."id") THEN
    RAISE EXCEPTION 'a sector is merged into one that is not merged' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sectors_merged_once" BEFORE INSERT OR UPDATE OF "merged_into_id" ON "sectors" FOR EACH ROW WHEN (NEW."merged_into_id" IS NOT NULL) EXECUTE FUNCTION "sectors_merge_once"();
--> statement-breakpoint
-- A sector is not closed while people belong to it: they go along with it into another one.
CREATE FUNCTION "sectors_keep_people"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "users" WHERE "sector_id" = NEW."id" AND "account_state" NOT IN ('refused', 'left')) THEN
    RAISE EXCEPTION 'people still belong to this sector' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sectors_kept_people" BEFORE UPDATE OF "status" ON "sectors" FOR EACH ROW WHEN (NEW."status" = 'archived' AND OLD."status" <> 'archived') EXECUTE FUNCTION "sectors_keep_people"();
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
-- On one day, openings of one kind never overlap. It is also the index by which a team's week is read.
ALTER TABLE "sector_hours" ADD CONSTRAINT "sector_hours_do_not_overlap" EXCLUDE USING gist ("sector_id" WITH =, "weekday" WITH =, "kind" WITH =, int4range(extract(epoch from "opens_at")::integer, extract(epoch from "closes_at")::integer) WITH &&);
--> statement-breakpoint
-- Who or what comes for a sector that was merged, from a page that was opened before say, comes to the one it became part of.
-- People who come for one that is closed come without a sector: staff see that it is missing. The lock waits for a merge or a closing that is under way.
CREATE FUNCTION "follow_merged_sector"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "found" "sectors"%ROWTYPE;
BEGIN
  SELECT * INTO "found" FROM "sectors" WHERE "id" = NEW."sector_id" FOR SHARE;
  IF "found"."merged_into_id" IS NOT NULL THEN
    NEW."sector_id" := "found"."merged_into_id";
  ELSIF "found"."status" = 'archived' AND TG_TABLE_NAME = 'users' THEN
    NEW."sector_id" := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "users" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "articles_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "articles" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "events_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "events" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "messages_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "messages" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "registration_links_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "registration_links" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "monthly_records_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "monthly_records" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "portraits_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "portraits" FOR EACH ROW WHEN (NEW."sector_id" IS NOT NULL) EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "sector_hours_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "sector_hours" FOR EACH ROW EXECUTE FUNCTION "follow_merged_sector"();
--> statement-breakpoint
CREATE TRIGGER "sector_managers_follow_sector" BEFORE INSERT OR UPDATE OF "sector_id" ON "sector_managers" FOR EACH ROW EXECUTE FUNCTION "follow_merged_sector"();
