CREATE TABLE "campaign_people" (
	"campaign_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "campaign_people_campaign_id_user_id_pk" PRIMARY KEY("campaign_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_roles";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_people" ADD CONSTRAINT "campaign_people_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_people" ADD CONSTRAINT "campaign_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_people_person" ON "campaign_people" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_chosen" CHECK (not "campaigns"."chosen" or ("campaigns"."roles" = '{}' and "campaigns"."sector_ids" = '{}' and not "campaigns"."subscribers" and "campaigns"."view" is null and "campaigns"."event_id" is null));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_roles" CHECK ((cardinality("campaigns"."roles") > 0 or "campaigns"."subscribers" or "campaigns"."event_id" is not null or "campaigns"."chosen") and "campaigns"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL']::text[]);--> statement-breakpoint
CREATE FUNCTION limit_campaign_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM campaign_people WHERE campaign_id IN (SELECT campaign_id FROM added) GROUP BY campaign_id HAVING count(*) > 2000
  ) THEN
    RAISE EXCEPTION 'too many people' USING ERRCODE = 'check_violation', CONSTRAINT = 'campaign_people_at_most';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER campaign_people_at_most AFTER INSERT ON campaign_people
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION limit_campaign_people();
