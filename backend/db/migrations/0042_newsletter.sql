CREATE TABLE "newsletter_requests" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"locale" text NOT NULL,
	"text_version" integer NOT NULL,
	"page" text,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "newsletter_requests_token" UNIQUE("token_hash"),
	CONSTRAINT "newsletter_requests_locale" CHECK ("newsletter_requests"."locale" in ('fr', 'en')),
	CONSTRAINT "newsletter_requests_page" CHECK ("newsletter_requests"."page" is null or "newsletter_requests"."page" like '/%')
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"text_version" integer NOT NULL,
	"page" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"user_id" uuid,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_locale" CHECK ("newsletter_subscribers"."locale" in ('fr', 'en')),
	CONSTRAINT "newsletter_subscribers_page" CHECK ("newsletter_subscribers"."page" is null or "newsletter_subscribers"."page" like '/%'),
	CONSTRAINT "newsletter_subscribers_order" CHECK ("newsletter_subscribers"."requested_at" <= "newsletter_subscribers"."confirmed_at"),
	CONSTRAINT "newsletter_subscribers_one_state" CHECK ("newsletter_subscribers"."withdrawn_at" is null or "newsletter_subscribers"."user_id" is null)
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_roles";--> statement-breakpoint
DROP INDEX "notices_of_campaign";--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "subscribers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "subscriber_id" uuid;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_requests_expiry" ON "newsletter_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_confirmed" ON "newsletter_subscribers" USING btree ("confirmed_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_by_email" ON "newsletter_subscribers" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_by_locale" ON "newsletter_subscribers" USING btree ("locale","confirmed_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_withdrawn" ON "newsletter_subscribers" USING btree ("withdrawn_at","id") WHERE "newsletter_subscribers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_account" ON "newsletter_subscribers" USING btree ("user_id") WHERE "newsletter_subscribers"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_searched" ON "newsletter_subscribers" USING gin (searched_text("email"::text) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once_for_subscriber" ON "notices" USING btree ("subscriber_id","dedupe_key") WHERE "notices"."subscriber_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_of_campaign" ON "notices" USING btree ("campaign_id",coalesce("user_id", "subscriber_id")) WHERE "notices"."campaign_id" is not null;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_subscribers" CHECK (not "campaigns"."subscribers" or ("campaigns"."topic" = 'newsletter' and 'email' = any("campaigns"."channels")));--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_roles" CHECK ((cardinality("campaigns"."roles") > 0 or "campaigns"."subscribers") and "campaigns"."roles" <@ array['ADMIN', 'VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL']::text[]);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_one_reader" CHECK (num_nonnulls("notices"."user_id", "notices"."subscriber_id") = 1);--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_mails_to_subscribers" CHECK ("notices"."subscriber_id" is null or "notices"."channel" = 'email');
--> statement-breakpoint
-- An open account decides for its address: what was agreed to without it becomes its consent, at the time of the agreement, so that a later choice of
-- the account counts. A confirmation under way holds the row of its request: either this waits for it, or it waits for this.
CREATE FUNCTION join_newsletter_to_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE joined newsletter_subscribers;
BEGIN
  PERFORM FROM newsletter_requests WHERE email = NEW.email FOR UPDATE;
  UPDATE newsletter_subscribers SET user_id = NEW.id, updated_at = now()
    WHERE email = NEW.email AND user_id IS NULL AND withdrawn_at IS NULL RETURNING * INTO joined;
  IF FOUND THEN
    INSERT INTO consents (user_id, purpose, given, text_version, at)
      VALUES (NEW.id, 'newsletter', true, joined.text_version, joined.confirmed_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_join_newsletter AFTER INSERT OR UPDATE OF account_state, email, email_verified_at ON users FOR EACH ROW
  WHEN (NEW.account_state = 'validated' AND NEW.email_verified_at IS NOT NULL) EXECUTE FUNCTION join_newsletter_to_account();--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('newsletter', 36, 0);
