CREATE TABLE "assemblies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" jsonb NOT NULL,
	"day" date NOT NULL,
	"place" text NOT NULL,
	"max_proxies" smallint NOT NULL,
	"quorum_percent" smallint,
	"state" text DEFAULT 'prepared' NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"members" integer,
	"present" integer,
	"represented" integer,
	"waiting" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assemblies_state" CHECK (case "assemblies"."state"
        when 'prepared' then num_nonnulls("assemblies"."opened_at", "assemblies"."closed_at", "assemblies"."members", "assemblies"."present", "assemblies"."represented", "assemblies"."waiting") = 0
        when 'open' then "assemblies"."opened_at" is not null and num_nonnulls("assemblies"."closed_at", "assemblies"."members", "assemblies"."present", "assemblies"."represented", "assemblies"."waiting") = 0
        when 'closed' then num_nonnulls("assemblies"."opened_at", "assemblies"."closed_at", "assemblies"."members", "assemblies"."present", "assemblies"."represented", "assemblies"."waiting") = 6
        else false end),
	CONSTRAINT "assemblies_states" CHECK ("assemblies"."state" in ('prepared', 'open', 'closed')),
	CONSTRAINT "assemblies_proxies" CHECK ("assemblies"."max_proxies" between 0 and 20),
	CONSTRAINT "assemblies_quorum" CHECK ("assemblies"."quorum_percent" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "assembly_attendances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assembly_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"holder_id" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_reason" text,
	CONSTRAINT "assembly_attendances_kind" CHECK ("assembly_attendances"."kind" in ('present', 'proxy') and ("assembly_attendances"."kind" = 'proxy') = ("assembly_attendances"."holder_id" is not null)),
	CONSTRAINT "assembly_attendances_by_another" CHECK ("assembly_attendances"."holder_id" <> "assembly_attendances"."user_id"),
	CONSTRAINT "assembly_attendances_withdrawn" CHECK (("assembly_attendances"."withdrawn_at" is null) = ("assembly_attendances"."withdrawn_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "assembly_resolutions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assembly_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"text" jsonb NOT NULL,
	"majority" text NOT NULL,
	"in_favour" integer,
	"against" integer,
	"abstained" integer,
	"present" integer,
	"represented" integer,
	CONSTRAINT "assembly_resolutions_majority" CHECK ("assembly_resolutions"."majority" in ('simple', 'two_thirds')),
	CONSTRAINT "assembly_resolutions_counted" CHECK (num_nonnulls("assembly_resolutions"."in_favour", "assembly_resolutions"."against", "assembly_resolutions"."abstained", "assembly_resolutions"."present", "assembly_resolutions"."represented") in (0, 5)),
	CONSTRAINT "assembly_resolutions_positive" CHECK (least("assembly_resolutions"."in_favour", "assembly_resolutions"."against", "assembly_resolutions"."abstained") >= 0),
	CONSTRAINT "assembly_resolutions_votes" CHECK ("assembly_resolutions"."in_favour" + "assembly_resolutions"."against" + "assembly_resolutions"."abstained" <= "assembly_resolutions"."present" + "assembly_resolutions"."represented")
);
--> statement-breakpoint
ALTER TABLE "provider_subscriptions" ADD COLUMN "failed_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assembly_attendances" ADD CONSTRAINT "assembly_attendances_assembly_id_assemblies_id_fk" FOREIGN KEY ("assembly_id") REFERENCES "public"."assemblies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_attendances" ADD CONSTRAINT "assembly_attendances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_attendances" ADD CONSTRAINT "assembly_attendances_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_resolutions" ADD CONSTRAINT "assembly_resolutions_assembly_id_assemblies_id_fk" FOREIGN KEY ("assembly_id") REFERENCES "public"."assemblies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assemblies_by_day" ON "assemblies" USING btree ("day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "assembly_attendances_once" ON "assembly_attendances" USING btree ("assembly_id","user_id") WHERE "assembly_attendances"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "assembly_attendances_held" ON "assembly_attendances" USING btree ("assembly_id","holder_id") WHERE "assembly_attendances"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "assembly_attendances_of_person" ON "assembly_attendances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "assembly_attendances_of_holder" ON "assembly_attendances" USING btree ("holder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assembly_resolutions_in_order" ON "assembly_resolutions" USING btree ("assembly_id","position");--> statement-breakpoint
ALTER TABLE "provider_subscriptions" ADD CONSTRAINT "provider_subscriptions_tries" CHECK ("provider_subscriptions"."failed_tries" >= 0);
--> statement-breakpoint
-- Whether somebody is a member in good standing on a day: the rule of `isValidOn`, of people who were not erased.
CREATE FUNCTION is_member_on(person uuid, at date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.user_id = person AND memberships.status = 'active' AND memberships.start_date <= at AND memberships.valid_until >= at
      AND users.email NOT LIKE '%@erased.invalid')
$$;
--> statement-breakpoint
-- Who counts at an assembly now. Somebody who is represented counts while the holder of the proxy is there.
CREATE FUNCTION assembly_figures(assembly uuid, OUT present integer, OUT represented integer, OUT waiting integer) LANGUAGE sql STABLE AS $$
  WITH live AS (
    SELECT it.user_id, it.kind, it.holder_id
    FROM assembly_attendances it JOIN assemblies held ON held.id = it.assembly_id
    WHERE it.assembly_id = assembly AND it.withdrawn_at IS NULL AND is_member_on(it.user_id, held.day)
  ), there AS (SELECT user_id FROM live WHERE kind = 'present')
  SELECT
    (SELECT count(*)::int FROM there),
    (SELECT count(*)::int FROM live WHERE kind = 'proxy' AND holder_id IN (SELECT user_id FROM there)),
    (SELECT count(*)::int FROM live WHERE kind = 'proxy' AND holder_id NOT IN (SELECT user_id FROM there))
$$;
--> statement-breakpoint
-- Prepared, then open, then closed; what was agreed before does not change once it is open, and proxies that were given stay within their limit.
CREATE FUNCTION assemblies_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.state = 'prepared' AND NEW.state IN ('prepared', 'open')) OR (OLD.state = 'open' AND NEW.state = 'closed'))
    OR (NEW.state <> 'prepared' AND (NEW.title, NEW.day, NEW.place, NEW.max_proxies, NEW.quorum_percent)
      IS DISTINCT FROM (OLD.title, OLD.day, OLD.place, OLD.max_proxies, OLD.quorum_percent)) THEN
    RAISE EXCEPTION 'an assembly is prepared, then open, then closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_in_order';
  END IF;
  IF NEW.state = 'closed' AND EXISTS (SELECT FROM assembly_resolutions WHERE assembly_id = NEW.id AND in_favour IS NULL) THEN
    RAISE EXCEPTION 'the votes of a resolution are not counted' USING ERRCODE = 'check_violation', CONSTRAINT = 'assemblies_counted';
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
--> statement-breakpoint
CREATE TRIGGER assemblies_in_order BEFORE UPDATE ON assemblies FOR EACH ROW EXECUTE FUNCTION assemblies_in_order();
--> statement-breakpoint
-- Everything about an assembly waits for its row, so that two proxies at once are not both the last one. Once it is closed, only the reason of what was
-- withdrawn is emptied.
CREATE FUNCTION assembly_attendances_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held assemblies%ROWTYPE;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.assembly_id, NEW.user_id, NEW.kind, NEW.holder_id) IS DISTINCT FROM (OLD.id, OLD.assembly_id, OLD.user_id, OLD.kind, OLD.holder_id)
      OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at) THEN
      RAISE EXCEPTION 'an attendance is withdrawn once' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_attendances_stay';
    END IF;
    IF OLD.withdrawn_at IS NOT NULL THEN
      RETURN NEW;
    END IF;
  END IF;
  SELECT * INTO held FROM assemblies WHERE id = NEW.assembly_id FOR UPDATE;
  IF held.state = 'closed' OR (TG_OP = 'INSERT' AND NEW.kind = 'present' AND held.state <> 'open') THEN
    RAISE EXCEPTION 'the assembly is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_attendances_open';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    RETURN NEW;
  END IF;
  IF NOT is_member_on(NEW.user_id, held.day) OR (NEW.kind = 'proxy' AND NOT is_member_on(NEW.holder_id, held.day)) THEN
    RAISE EXCEPTION 'not in good standing on the day' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_attendances_member';
  END IF;
  IF NEW.kind = 'proxy' THEN
    IF EXISTS (SELECT FROM assembly_attendances WHERE assembly_id = NEW.assembly_id AND withdrawn_at IS NULL AND kind = 'proxy'
        AND (user_id = NEW.holder_id OR holder_id = NEW.user_id)) THEN
      RAISE EXCEPTION 'a proxy is not passed on' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_attendances_chain';
    END IF;
    IF (SELECT count(*) FROM assembly_attendances WHERE assembly_id = NEW.assembly_id AND withdrawn_at IS NULL AND holder_id = NEW.holder_id)
        >= held.max_proxies THEN
      RAISE EXCEPTION 'too many proxies' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_attendances_limit';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER assembly_attendances_allowed BEFORE INSERT OR UPDATE ON assembly_attendances FOR EACH ROW EXECUTE FUNCTION assembly_attendances_allowed();
--> statement-breakpoint
-- Votes are counted while the assembly is open, with who counts at that moment.
CREATE FUNCTION assembly_resolutions_counted() RETURNS trigger LANGUAGE plpgsql AS $$
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
    NEW.present := NULL;
    NEW.represented := NULL;
    RETURN NEW;
  END IF;
  IF held.state <> 'open' THEN
    RAISE EXCEPTION 'the assembly is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'assembly_resolutions_open';
  END IF;
  SELECT figures.present, figures.represented INTO NEW.present, NEW.represented FROM assembly_figures(NEW.assembly_id) figures;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER assembly_resolutions_counted BEFORE INSERT OR UPDATE OR DELETE ON assembly_resolutions
  FOR EACH ROW EXECUTE FUNCTION assembly_resolutions_counted();
