CREATE TABLE "organisation_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"part" text NOT NULL,
	"number" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"logo_id" uuid,
	"valid_from" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "organisation_settings_number" UNIQUE("part","number"),
	CONSTRAINT "organisation_settings_part" CHECK ("organisation_settings"."part" in ('identity', 'legal', 'bank', 'contact', 'profiles')),
	CONSTRAINT "organisation_settings_counted" CHECK ("organisation_settings"."number" > 0),
	CONSTRAINT "organisation_settings_named" CHECK ("organisation_settings"."part" <> 'identity' or coalesce("organisation_settings"."facts"->>'name', '') <> ''),
	CONSTRAINT "organisation_settings_account" CHECK ("organisation_settings"."part" <> 'bank' or ("organisation_settings"."facts"->>'iban' is null) = ("organisation_settings"."facts"->>'bic' is null))
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" "citext" NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "setup_links_token" UNIQUE("token_hash"),
	CONSTRAINT "setup_links_one_end" CHECK ("setup_links"."used_at" is null or "setup_links"."replaced_at" is null)
);
--> statement-breakpoint
ALTER TABLE "criteria_versions" ADD COLUMN "published_by" uuid;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_logo_id_documents_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisation_settings_current" ON "organisation_settings" USING btree ("part","valid_from" DESC NULLS LAST,"number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "organisation_settings_logo" ON "organisation_settings" USING btree ("logo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "setup_links_one_open" ON "setup_links" USING btree ((true)) WHERE "setup_links"."used_at" is null and "setup_links"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "setup_links_email" ON "setup_links" USING btree ("email");--> statement-breakpoint
ALTER TABLE "criteria_versions" ADD CONSTRAINT "criteria_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What the charity said of itself stays as it was said: it changes by a newer row.
CREATE FUNCTION organisation_settings_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'settings of the organisation are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER organisation_settings_only_added BEFORE UPDATE OR DELETE ON organisation_settings FOR EACH ROW EXECUTE FUNCTION organisation_settings_only_added();
