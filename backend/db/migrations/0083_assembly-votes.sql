ALTER TABLE "assembly_resolutions" DROP CONSTRAINT "assembly_resolutions_counted";--> statement-breakpoint
ALTER TABLE "assembly_resolutions" ADD COLUMN "members" integer;
--> statement-breakpoint
-- How many members are in good standing on a day, by the rule of `is_member_on`.
CREATE FUNCTION assembly_members(at date) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT memberships.user_id)::int FROM memberships JOIN users ON users.id = memberships.user_id
  WHERE memberships.status = 'active' AND memberships.start_date <= at AND memberships.valid_until >= at AND users.email NOT LIKE '%@erased.invalid'
$$;
--> statement-breakpoint
ALTER TABLE "assembly_resolutions" DISABLE TRIGGER assembly_resolutions_counted;
--> statement-breakpoint
UPDATE assembly_resolutions SET members = coalesce(held.members, assembly_members(held.day))
FROM assemblies held WHERE held.id = assembly_resolutions.assembly_id AND in_favour IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "assembly_resolutions" ENABLE TRIGGER assembly_resolutions_counted;
--> statement-breakpoint
ALTER TABLE "assembly_resolutions" ADD CONSTRAINT "assembly_resolutions_counted" CHECK (num_nonnulls("assembly_resolutions"."in_favour", "assembly_resolutions"."against", "assembly_resolutions"."abstained", "assembly_resolutions"."members", "assembly_resolutions"."present", "assembly_resolutions"."represented") in (0, 6));
--> statement-breakpoint
-- Votes are counted while the assembly is open, with who counts at that moment. A correction keeps who counted at the vote, unless their number is emptied
-- with it: the vote was then taken again.
CREATE OR REPLACE FUNCTION assembly_resolutions_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held assemblies%ROWTYPE;
BEGIN
  SELECT * INTO held FROM assemblies WHERE id = coalesce(NEW.assembly_id, OLD.assembly_id) FOR UPDATE;
  IF held.state = 'closed' OR (TG_OP = 'DELETE' AND OLD.in_favour IS NOT NULL) THEN
    RAISE EXCEPTION 'what was voted stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_resolutions_stay';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.assembly_id, NEW.text, NEW.majority) IS DISTINCT FROM (OLD.id, OLD.assembly_id, OLD.text, OLD.majority)
      OR (OLD.in_favour IS NOT NULL AND NEW.in_favour IS NULL) THEN
      RAISE EXCEPTION 'what was voted stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_resolutions_stay';
    END IF;
  END IF;
  IF NEW.in_favour IS NULL THEN
    NEW.members := NULL;
    NEW.present := NULL;
    NEW.represented := NULL;
    RETURN NEW;
  END IF;
  IF held.state <> 'open' THEN
    RAISE EXCEPTION 'the assembly is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_resolutions_open';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.in_favour IS NOT NULL AND NEW.present IS NOT NULL THEN
    NEW.members := OLD.members;
    NEW.present := OLD.present;
    NEW.represented := OLD.represented;
    RETURN NEW;
  END IF;
  NEW.members := assembly_members(held.day);
  SELECT figures.present, figures.represented INTO NEW.present, NEW.represented FROM assembly_figures(NEW.assembly_id) figures;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Prepared, then open, then closed; what was agreed before does not change once it is open, and proxies that were given stay within their limit. Whoever is
-- in the minutes counts in their figures: what was recorded of others is withdrawn before.
CREATE OR REPLACE FUNCTION assemblies_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.state = 'prepared' AND NEW.state IN ('prepared', 'open')) OR (OLD.state = 'open' AND NEW.state = 'closed'))
    OR (NEW.state <> 'prepared' AND (NEW.title, NEW.day, NEW.place, NEW.max_proxies, NEW.quorum_percent)
      IS DISTINCT FROM (OLD.title, OLD.day, OLD.place, OLD.max_proxies, OLD.quorum_percent)) THEN
    RAISE EXCEPTION 'an assembly is prepared, then open, then closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_in_order';
  END IF;
  IF NEW.state = 'closed' AND EXISTS (SELECT FROM assembly_resolutions WHERE assembly_id = NEW.id AND in_favour IS NULL) THEN
    RAISE EXCEPTION 'the votes of a resolution are not counted' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_counted';
  END IF;
  IF NEW.state = 'closed' AND EXISTS (
    SELECT FROM assembly_attendances WHERE assembly_id = NEW.id AND withdrawn_at IS NULL AND NOT is_member_on(user_id, NEW.day)) THEN
    RAISE EXCEPTION 'somebody is not in good standing any more' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_lapsed';
  END IF;
  IF NEW.day <> OLD.day AND EXISTS (SELECT FROM assembly_attendances WHERE assembly_id = NEW.id AND withdrawn_at IS NULL) THEN
    RAISE EXCEPTION 'proxies were given for this day' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_day';
  END IF;
  IF NEW.max_proxies < OLD.max_proxies AND EXISTS (
    SELECT FROM assembly_attendances WHERE assembly_id = NEW.id AND withdrawn_at IS NULL AND kind = 'proxy'
    GROUP BY holder_id HAVING count(*) > NEW.max_proxies) THEN
    RAISE EXCEPTION 'somebody holds more proxies' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_held';
  END IF;
  RETURN NEW;
END $$;
