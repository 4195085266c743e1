CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "password_resets_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "registration_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code_hash" text NOT NULL,
	"label" text NOT NULL,
	"role" text NOT NULL,
	"sector_id" uuid,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"skip_approval" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "registration_links_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "registration_links_role" CHECK ("registration_links"."role" in ('VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL')),
	CONSTRAINT "registration_links_uses" CHECK ("registration_links"."uses" >= 0 and "registration_links"."uses" <= coalesce("registration_links"."max_uses", "registration_links"."uses")),
	CONSTRAINT "registration_links_state" CHECK ("registration_links"."state" in ('active', 'paused', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "email_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "email_verifications_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "guardian_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"guardian_name" text NOT NULL,
	"guardian_email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consented_at" timestamp (3) with time zone,
	"signed_name" text,
	CONSTRAINT "guardian_consents_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "guardian_consents_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "merchant_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"siret" text NOT NULL,
	"company_name" text NOT NULL,
	"legal_form" text,
	"surface_over400" boolean NOT NULL,
	"fiscal_year_end" text NOT NULL,
	"moments" text[] NOT NULL,
	"products" text[] NOT NULL,
	"pickup_notes" text,
	"in_register" boolean,
	CONSTRAINT "merchant_profiles_siret_digits" CHECK ("merchant_profiles"."siret" ~ '^[0-9]{14}$'),
	CONSTRAINT "merchant_profiles_fiscal_year_end" CHECK ("merchant_profiles"."fiscal_year_end" ~ '^[0-3][0-9]/[01][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "registration_drafts" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed_answers" text NOT NULL,
	"registration_link_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"address_line" text,
	"postcode" text,
	"city" text,
	"terms_version" integer,
	"registration_link_id" uuid,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "volunteer_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"activities" text[] NOT NULL,
	"moments" text[] NOT NULL,
	"vehicle" text DEFAULT 'none' NOT NULL,
	"licence_expiry" date,
	"insurance_expiry" date
);
--> statement-breakpoint
CREATE TABLE "verification_chats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"owner_id" uuid,
	"status" text NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verification_chats_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "verification_chats_status" CHECK ("verification_chats"."status" in ('open', 'waiting_user', 'waiting_staff', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "verification_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chat_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"body" text NOT NULL,
	"internal" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"criteria_version_id" uuid,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_decisions_reason" CHECK ("account_decisions"."verdict" = 'accept' or "account_decisions"."reason" is not null),
	CONSTRAINT "account_decisions_not_by_oneself" CHECK ("account_decisions"."decided_by" <> "account_decisions"."user_id")
);
--> statement-breakpoint
CREATE TABLE "beneficiary_files" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"left_to_live_on_cents" integer,
	"diets" text[] DEFAULT '{}' NOT NULL,
	"allergies" text,
	"size" text,
	"sent_at" timestamp (3) with time zone,
	"answers_purge_at" timestamp (3) with time zone,
	CONSTRAINT "beneficiary_files_status" CHECK ("beneficiary_files"."status" in ('draft', 'to_verify', 'eligible', 'not_eligible', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "criteria_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"rule" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "criteria_versions_number" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_profiles" ADD CONSTRAINT "merchant_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_drafts" ADD CONSTRAINT "registration_drafts_registration_link_id_registration_links_id_fk" FOREIGN KEY ("registration_link_id") REFERENCES "public"."registration_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_registration_link_id_registration_links_id_fk" FOREIGN KEY ("registration_link_id") REFERENCES "public"."registration_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_profiles" ADD CONSTRAINT "volunteer_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_chats" ADD CONSTRAINT "verification_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_chats" ADD CONSTRAINT "verification_chats_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_messages" ADD CONSTRAINT "verification_messages_chat_id_verification_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."verification_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_messages" ADD CONSTRAINT "verification_messages_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_criteria_version_id_criteria_versions_id_fk" FOREIGN KEY ("criteria_version_id") REFERENCES "public"."criteria_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD CONSTRAINT "beneficiary_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "registration_links_age" ON "registration_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "registration_links_by_uses" ON "registration_links" USING btree ("uses","id");--> statement-breakpoint
CREATE INDEX "registration_links_by_role" ON "registration_links" USING btree ("role");--> statement-breakpoint
CREATE INDEX "email_verifications_user" ON "email_verifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "merchant_profiles_siret" ON "merchant_profiles" USING btree ("siret");--> statement-breakpoint
CREATE INDEX "registration_drafts_expiry" ON "registration_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "registrations_link" ON "registrations" USING btree ("registration_link_id","at");--> statement-breakpoint
CREATE INDEX "verification_chats_inbox" ON "verification_chats" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "verification_chats_age" ON "verification_chats" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "verification_messages_chat" ON "verification_messages" USING btree ("chat_id","at");--> statement-breakpoint
CREATE INDEX "account_decisions_user" ON "account_decisions" USING btree ("user_id","decided_at");--> statement-breakpoint
CREATE INDEX "beneficiary_files_purge" ON "beneficiary_files" USING btree ("answers_purge_at");
--> statement-breakpoint
CREATE FUNCTION rows_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER account_decisions_frozen BEFORE UPDATE OR DELETE ON account_decisions FOR EACH ROW EXECUTE FUNCTION rows_only_added();
--> statement-breakpoint
CREATE FUNCTION criteria_versions_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL THEN
    RAISE EXCEPTION 'published criteria do not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
--> statement-breakpoint
CREATE TRIGGER criteria_versions_frozen BEFORE UPDATE OR DELETE ON criteria_versions FOR EACH ROW EXECUTE FUNCTION criteria_versions_frozen();
--> statement-breakpoint
-- A minor's account opens with a guardian's consent only.
CREATE FUNCTION users_minor_needs_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.account_state = 'validated' AND OLD.account_state <> 'validated' AND NEW.birth_date > (current_date - interval '18 years')
     AND EXISTS (SELECT 1 FROM guardian_consents c WHERE c.user_id = NEW.id AND c.consented_at IS NULL) THEN
    RAISE EXCEPTION 'a guardian has not consented yet' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_minor_needs_consent BEFORE UPDATE OF account_state ON users FOR EACH ROW EXECUTE FUNCTION users_minor_needs_consent();
--> statement-breakpoint
INSERT INTO criteria_versions (number, questions, rule, published_at) VALUES (1, '[
  {"key": "studies", "kind": "text", "label": {"fr": "Où étudiez-vous cette année ?", "en": "Where are you studying this year?"}},
  {"key": "scholarship", "kind": "choice", "label": {"fr": "Avez-vous une bourse ? Quel échelon ?", "en": "Do you have a scholarship (bourse)? Which level?"},
   "choices": [{"value": "none", "label": {"fr": "Pas de bourse", "en": "No scholarship"}}, {"value": "0bis", "label": {"fr": "Échelon 0 bis", "en": "Level 0 bis"}},
     {"value": "1", "label": {"fr": "Échelon 1", "en": "Level 1"}}, {"value": "2", "label": {"fr": "Échelon 2", "en": "Level 2"}},
     {"value": "3", "label": {"fr": "Échelon 3", "en": "Level 3"}}, {"value": "4", "label": {"fr": "Échelon 4", "en": "Level 4"}},
     {"value": "5", "label": {"fr": "Échelon 5", "en": "Level 5"}}, {"value": "6", "label": {"fr": "Échelon 6", "en": "Level 6"}},
     {"value": "7", "label": {"fr": "Échelon 7", "en": "Level 7"}}, {"value": "unknown", "label": {"fr": "Je ne sais pas", "en": "I don’t know"}}]},
  {"key": "income", "kind": "amount", "label": {"fr": "Combien d''argent recevez-vous en moyenne par mois ?", "en": "How much money do you get each month on average?"},
   "why": {"fr": "Bourse, salaire, aide de la famille, APL (aide au logement). En euros, sans les centimes.", "en": "Scholarship, pay, help from family, APL (housing benefit). In euros, no cents."}},
  {"key": "charges", "kind": "amount", "label": {"fr": "Combien payez-vous par mois ?", "en": "How much do you pay each month?"},
   "why": {"fr": "Loyer, électricité, téléphone, transport, crédit. Cela nous aide à calculer votre reste à vivre (ce qu''il vous reste par mois une fois les factures payées).", "en": "Rent, electricity, phone, transport, loan. It helps us work out what you have left to live on (what remains each month once bills are paid)."}},
  {"key": "household", "kind": "count", "label": {"fr": "Combien de personnes mangent avec vous chaque jour, vous comprise ou compris ?", "en": "How many people eat together at home every day, counting you?"}}
]', '{"likelyUpTo": 20000, "doubtUpTo": 35000}', now());
