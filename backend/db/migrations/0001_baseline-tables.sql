CREATE TABLE "email_reversals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "email_reversals_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "article_revisions" (
	"article_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"author_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"changed" text[] NOT NULL,
	"restored_from" integer,
	CONSTRAINT "article_revisions_article_id_number_pk" PRIMARY KEY("article_id","number")
);
--> statement-breakpoint
CREATE TABLE "article_slugs" (
	"locale" text NOT NULL,
	"slug" text NOT NULL,
	"article_id" uuid NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	CONSTRAINT "article_slugs_locale_slug_pk" PRIMARY KEY("locale","slug")
);
--> statement-breakpoint
CREATE TABLE "article_tags" (
	"article_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "article_tags_article_id_tag_id_pk" PRIMARY KEY("article_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" jsonb NOT NULL,
	"lead" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"cover_tone" text DEFAULT 'pale' NOT NULL,
	"cover_pattern" text DEFAULT 'row' NOT NULL,
	"cover_object" text DEFAULT 'crate' NOT NULL,
	"cover_image_id" uuid,
	"cover_alt" jsonb,
	"sector_id" uuid,
	"author_id" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"published_at" timestamp (3) with time zone,
	"pinned_until" date,
	"french_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"english_confirmed_at" timestamp (3) with time zone,
	"readings" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"english" text GENERATED ALWAYS AS (case
        when coalesce(title->>'en', '') = '' and coalesce(body->>'en', '') = '' then 'none'
        when coalesce(title->>'en', '') = '' or coalesce(body->>'en', '') = '' then 'draft'
        when english_confirmed_at is null or french_changed_at > english_confirmed_at then 'outdated'
        else 'reviewed' end) STORED,
	"search_fr" "tsvector" GENERATED ALWAYS AS (to_tsvector('french_plain', (title->>'fr') || ' ' || (lead->>'fr') || ' ' || (body->>'fr'))) STORED,
	"search_en" "tsvector" GENERATED ALWAYS AS (to_tsvector('english_plain', coalesce(title->>'en', '') || ' ' || coalesce(lead->>'en', '') || ' ' || coalesce(body->>'en', ''))) STORED,
	CONSTRAINT "articles_status" CHECK ("articles"."status" in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
	CONSTRAINT "articles_published_since" CHECK ("articles"."status" not in ('published', 'scheduled') or "articles"."published_at" is not null),
	CONSTRAINT "articles_french_needed" CHECK ("articles"."status" in ('draft', 'archived') or ("articles"."title"->>'fr' <> '' and "articles"."body"->>'fr' <> '')),
	CONSTRAINT "articles_picture_described" CHECK ("articles"."cover_image_id" is null or coalesce("articles"."cover_alt"->>'fr', '') <> '')
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"slug" text NOT NULL,
	"label" jsonb NOT NULL,
	CONSTRAINT "tags_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"anchored_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_kind" text NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"fields" text[] NOT NULL,
	"changes" jsonb,
	"reason" text,
	"changes_digest" text,
	"reason_digest" text,
	"salt" text,
	"request_id" text,
	"prev_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "messages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"dedupe_key" text NOT NULL,
	"topic" text NOT NULL,
	"sector_id" uuid,
	"body" text NOT NULL,
	CONSTRAINT "messages_number_unique" UNIQUE("number"),
	CONSTRAINT "messages_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('new', 'answered', 'closed'))
);
--> statement-breakpoint
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
CREATE TABLE "sheets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"file_name" text NOT NULL,
	"cells" jsonb NOT NULL,
	"report" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"visibility" text NOT NULL,
	"storage_key" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"alt" jsonb,
	"file_name" text,
	"verification" text,
	"reject_reason" text,
	"verified_by" uuid,
	"verified_at" timestamp (3) with time zone,
	"purge_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	CONSTRAINT "documents_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_visibility" CHECK ("documents"."visibility" = 'owner' or "documents"."kind" in ('AVATAR', 'PUBLIC_MEDIA')),
	CONSTRAINT "documents_paper_state" CHECK ("documents"."verification" in ('pending', 'accepted', 'rejected')),
	CONSTRAINT "documents_rejected_with_reason" CHECK ("documents"."verification" <> 'rejected' or "documents"."reject_reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "donor_links" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donor_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "donor_sessions" (
	"email" "citext" PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "donor_sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "events" (
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
	"summary" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"type" text NOT NULL,
	"sector_id" uuid,
	"project_id" uuid,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"place_name" text NOT NULL,
	"place_address" text NOT NULL,
	"access_notes" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "events_type" CHECK ("events"."type" in ('distribution', 'collection', 'training', 'meeting', 'maraude', 'other')),
	CONSTRAINT "events_end_after_they_start" CHECK ("events"."ends_at" > "events"."starts_at")
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
	"helpful_yes" integer DEFAULT 0 NOT NULL,
	"helpful_no" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "faq_questions_status" CHECK ("faq_questions"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "faq_votes" (
	"question_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"day" date NOT NULL,
	"yes" integer DEFAULT 0 NOT NULL,
	"no" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "faq_votes_question_id_locale_day_pk" PRIMARY KEY("question_id","locale","day"),
	CONSTRAINT "faq_votes_counted" CHECK ("faq_votes"."yes" >= 0 and "faq_votes"."no" >= 0 and "faq_votes"."yes" + "faq_votes"."no" > 0)
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
	"reach" text DEFAULT 'national' NOT NULL,
	"address" text,
	"postcode" text,
	"latitude" double precision,
	"longitude" double precision,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"free" boolean NOT NULL,
	"emergency" boolean NOT NULL,
	"checked_on" date NOT NULL,
	CONSTRAINT "further_support_status" CHECK ("further_support"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "further_support_reach" CHECK ("further_support"."reach" in ('national', 'department', 'local')),
	CONSTRAINT "further_support_place" CHECK ("further_support"."reach" = 'national' or "further_support"."postcode" is not null),
	CONSTRAINT "further_support_point" CHECK (("further_support"."latitude" is null) = ("further_support"."longitude" is null))
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
	"icon" text DEFAULT 'help' NOT NULL,
	CONSTRAINT "further_support_categories_status" CHECK ("further_support_categories"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "application_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "applications_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"dedupe_key" text NOT NULL,
	"job_id" uuid NOT NULL,
	"message" text NOT NULL,
	"cv_id" uuid,
	"consented_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "applications_number_unique" UNIQUE("number"),
	CONSTRAINT "applications_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "applications_status" CHECK ("applications"."status" in ('received', 'answered', 'closed'))
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
	"place" jsonb NOT NULL,
	"contract" jsonb NOT NULL,
	"hours" integer NOT NULL,
	"salary" jsonb NOT NULL,
	"opens_on" date NOT NULL,
	"closes_on" date,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "jobs_closes_after_it_opens" CHECK ("jobs"."closes_on" >= "jobs"."opens_on")
);
--> statement-breakpoint
CREATE TABLE "legal_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"document_version" integer NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"applies_to" text[] NOT NULL,
	"blocking" boolean DEFAULT true NOT NULL,
	"minor_change" boolean DEFAULT false NOT NULL,
	"counts_from" integer,
	"french_hash" text,
	"english_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "legal_documents_version" UNIQUE("key","document_version"),
	CONSTRAINT "legal_documents_from_one" CHECK ("legal_documents"."document_version" >= 1),
	CONSTRAINT "legal_documents_counts_from" CHECK ("legal_documents"."counts_from" between 1 and "legal_documents"."document_version")
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"legal_document_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"text_hash" text NOT NULL,
	"signed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" text,
	CONSTRAINT "signatures_once" UNIQUE("legal_document_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "link_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "link_checks_problem" CHECK ("link_checks"."problem" in ('gone', 'failing', 'silent', 'unknown_host', 'insecure', 'not_outside')),
	CONSTRAINT "link_checks_failures" CHECK ("link_checks"."failures" >= 0 and ("link_checks"."failures" > 0) = ("link_checks"."problem" is not null))
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"topic" text NOT NULL,
	"user_id" uuid,
	"about_id" uuid,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sealed_token" text,
	"dedupe_key" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"send_before" timestamp (3) with time zone DEFAULT now() + interval '5 days' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_mails_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "outgoing_mails_status" CHECK ("outgoing_mails"."status" in ('waiting', 'sent', 'failed', 'expired')),
	CONSTRAINT "outgoing_mails_no_live_token" CHECK ("outgoing_mails"."sealed_token" is null or "outgoing_mails"."status" = 'waiting'),
	CONSTRAINT "outgoing_mails_words_gone" CHECK ("outgoing_mails"."status" not in ('sent', 'expired') or ("outgoing_mails"."subject" = '' and "outgoing_mails"."text" = '' and "outgoing_mails"."html" = ''))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('active', 'cancelled')),
	CONSTRAINT "memberships_dates" CHECK ("memberships"."end_date" >= "memberships"."start_date")
);
--> statement-breakpoint
CREATE TABLE "monthly_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sector_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kits" integer NOT NULL,
	"volunteer_minutes" integer NOT NULL,
	"food_grams" integer NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "monthly_records_one_a_month" UNIQUE("sector_id","month"),
	CONSTRAINT "monthly_records_first_day" CHECK (extract(day from "monthly_records"."month") = 1),
	CONSTRAINT "monthly_records_begun" CHECK ("monthly_records"."month" <= (now() at time zone 'Europe/Paris')::date),
	CONSTRAINT "monthly_records_quantities" CHECK ("monthly_records"."kits" >= 0 and "monthly_records"."volunteer_minutes" >= 0 and "monthly_records"."food_grams" >= 0)
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"scopes" text[] NOT NULL,
	"secret_hash" text,
	"previous_secret_hash" text,
	"previous_secret_until" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "oauth_clients_clientId_unique" UNIQUE("client_id"),
	CONSTRAINT "oauth_clients_type" CHECK ("oauth_clients"."type" in ('confidential', 'public')),
	CONSTRAINT "oauth_clients_status" CHECK ("oauth_clients"."status" in ('active', 'disabled')),
	CONSTRAINT "oauth_clients_secret" CHECK (("oauth_clients"."type" = 'confidential') = ("oauth_clients"."secret_hash" is not null)),
	CONSTRAINT "oauth_clients_addresses" CHECK (cardinality("oauth_clients"."redirect_uris") > 0)
);
--> statement-breakpoint
CREATE TABLE "page_texts" (
	"page" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid
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
	"euro_at_till" boolean DEFAULT false NOT NULL,
	"towns" text,
	"url" text,
	"logo_id" uuid,
	"logo_alt" jsonb NOT NULL,
	"contact" text,
	CONSTRAINT "partners_status" CHECK ("partners"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "password_resets_token" UNIQUE("token_hash"),
	CONSTRAINT "password_resets_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "driver_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"vehicle" text NOT NULL,
	"chilled" boolean DEFAULT false NOT NULL,
	"licence_expiry" date,
	"insurance_expiry" date,
	"inspection_expiry" date,
	"status" text DEFAULT 'pending' NOT NULL,
	CONSTRAINT "driver_profiles_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "driver_profiles_vehicle" CHECK ("driver_profiles"."vehicle" in ('bike', 'scooter', 'car', 'van')),
	CONSTRAINT "driver_profiles_bike" CHECK ("driver_profiles"."vehicle" <> 'bike' or "driver_profiles"."status" = 'pending'),
	CONSTRAINT "driver_profiles_status" CHECK ("driver_profiles"."status" in ('pending', 'approved', 'blocked')),
	CONSTRAINT "driver_profiles_approved_with_papers" CHECK ("driver_profiles"."status" <> 'approved' or ("driver_profiles"."licence_expiry" is not null and "driver_profiles"."insurance_expiry" is not null and "driver_profiles"."inspection_expiry" is not null))
);
--> statement-breakpoint
CREATE TABLE "pledges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"rhythm" text NOT NULL,
	"donor" text NOT NULL,
	"allocation" text NOT NULL,
	"project_id" uuid,
	"method" text NOT NULL,
	"name" text NOT NULL,
	"email" "citext" NOT NULL,
	"locale" text NOT NULL,
	"company" text,
	"siren" text,
	"receipt" boolean NOT NULL,
	"street" text,
	"postcode" text,
	"city" text,
	"country" text,
	"address_gone_at" timestamp (3) with time zone,
	"status" text DEFAULT 'promised' NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "pledges_reference_unique" UNIQUE("reference"),
	CONSTRAINT "pledges_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "pledges_amount" CHECK ("pledges"."amount_cents" between 100 and 10000000),
	CONSTRAINT "pledges_status" CHECK ("pledges"."status" in ('promised', 'received', 'cancelled')),
	CONSTRAINT "pledges_rhythm" CHECK ("pledges"."rhythm" = 'one_off' or ("pledges"."rhythm" = 'monthly' and "pledges"."method" = 'transfer')),
	CONSTRAINT "pledges_company" CHECK ("pledges"."donor" = 'person' or ("pledges"."company" is not null and "pledges"."siren" ~ '^[0-9]{9}$')),
	CONSTRAINT "pledges_receipt" CHECK (not "pledges"."receipt" or "pledges"."address_gone_at" is not null or ("pledges"."street" is not null and "pledges"."postcode" is not null and "pledges"."city" is not null and "pledges"."country" is not null)),
	CONSTRAINT "pledges_country" CHECK ("pledges"."country" ~ '^[A-Z]{2}$' and ("pledges"."country" <> 'FR' or "pledges"."postcode" ~ '^[0-9]{5}$')),
	CONSTRAINT "pledges_stopped" CHECK ("pledges"."stopped_at" is null or "pledges"."status" = 'cancelled'),
	CONSTRAINT "pledges_stop_reason" CHECK ("pledges"."stop_reason" is null or "pledges"."stopped_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "portraits" (
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
	"role" jsonb NOT NULL,
	"sector_id" uuid,
	"photo_id" uuid,
	"consented_on" date,
	"consent_file_id" uuid,
	CONSTRAINT "portraits_status" CHECK ("portraits"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "portraits_on_line_with_consent" CHECK ("portraits"."status" <> 'published' or "portraits"."consented_on" is not null)
);
--> statement-breakpoint
CREATE TABLE "press" (
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
	"outlet" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"url" text,
	"quote" jsonb NOT NULL,
	"body" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"file_id" uuid,
	CONSTRAINT "press_status" CHECK ("press"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"given" boolean NOT NULL,
	"text_version" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('newsletter', 'image'))
);
--> statement-breakpoint
CREATE TABLE "data_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "data_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid,
	"asked_by" uuid,
	"email" "citext",
	"kind" text NOT NULL,
	"message" text,
	"status" text DEFAULT 'open' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"reason" text,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"archive_key" text,
	"archive_bytes" integer,
	"archive_expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_requests_number_unique" UNIQUE("number"),
	CONSTRAINT "data_requests_kind" CHECK ("data_requests"."kind" in ('access', 'rectify', 'erase', 'object', 'restrict')),
	CONSTRAINT "data_requests_status" CHECK ("data_requests"."status" in ('open', 'running', 'answered', 'refused', 'withdrawn')),
	CONSTRAINT "data_requests_refused_with_reason" CHECK ("data_requests"."status" <> 'refused' or "data_requests"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "erased_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"in_ledger" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"in_ledger" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files_to_remove" (
	"storage_key" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "muted_notifications" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	CONSTRAINT "muted_notifications_user_id_topic_channel_pk" PRIMARY KEY("user_id","topic","channel")
);
--> statement-breakpoint
CREATE TABLE "retention_policies" (
	"data_kind" text PRIMARY KEY NOT NULL,
	"months" integer DEFAULT 0 NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_policies_some_time" CHECK ("retention_policies"."months" >= 0 and "retention_policies"."days" >= 0 and "retention_policies"."months" + "retention_policies"."days" > 0),
	CONSTRAINT "retention_policies_promised" CHECK ("retention_policies"."data_kind" <> 'applications' or "retention_policies"."months" * 30 + "retention_policies"."days" <= 720)
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"first_notice_at" timestamp (3) with time zone NOT NULL,
	"last_notice_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"closed_from" text,
	CONSTRAINT "retention_progress_state" CHECK ("retention_progress"."state" in ('noticed', 'archived', 'anonymised')),
	CONSTRAINT "retention_progress_closed_from" CHECK ("retention_progress"."closed_from" in ('registered', 'waiting', 'to_validate', 'validated', 'refused', 'suspended', 'left') and "retention_progress"."closed_from" <> 'left')
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"dry_run" boolean NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
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
	"sector_ids" uuid[] DEFAULT '{}' NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"budget_euros" integer,
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "projects_stages" CHECK ("projects"."stage" in ('idea', 'running', 'done', 'stopped')),
	CONSTRAINT "projects_ends_after_it_starts" CHECK ("projects"."ends_on" >= "projects"."starts_on")
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
CREATE TABLE "registration_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"draft_hash" text NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"file_name" text NOT NULL,
	CONSTRAINT "registration_papers_storageKey_unique" UNIQUE("storage_key")
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
	"moments" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"shared_with" text,
	CONSTRAINT "saved_views_name" UNIQUE("owner_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "dismissed_searches" (
	"digest" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unanswered_searches" (
	"words" text NOT NULL,
	"locale" text NOT NULL,
	"day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "unanswered_searches_day_locale_words_pk" PRIMARY KEY("day","locale","words"),
	CONSTRAINT "unanswered_searches_words_alone" CHECK (length("words") between 2 and 60 and "words" !~ '@|[0-9]{5}'),
	CONSTRAINT "unanswered_searches_counted" CHECK ("unanswered_searches"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "sector_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sector_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"opens_at" time(0) NOT NULL,
	"closes_at" time(0) NOT NULL,
	"kind" text NOT NULL,
	"note" jsonb,
	CONSTRAINT "sector_hours_weekday" CHECK ("sector_hours"."weekday" between 1 and 7),
	CONSTRAINT "sector_hours_close_after_they_open" CHECK ("sector_hours"."closes_at" > "sector_hours"."opens_at"),
	CONSTRAINT "sector_hours_kind" CHECK ("sector_hours"."kind" in ('distribution', 'drop_off', 'on_duty', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "sector_managers" (
	"sector_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"shown" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sector_managers_sector_id_user_id_pk" PRIMARY KEY("sector_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sectors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"kind" text DEFAULT 'local_team' NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"slogan" jsonb,
	"presentation" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"objectives" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"zones" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"bring" jsonb DEFAULT '{"fr":""}'::jsonb NOT NULL,
	"address_line" text,
	"postcode" text,
	"city" text,
	"latitude" double precision,
	"longitude" double precision,
	"email" text,
	"phone" text,
	"parent_id" uuid,
	"merged_into_id" uuid,
	CONSTRAINT "sectors_slug_unique" UNIQUE("slug"),
	CONSTRAINT "sectors_status" CHECK ("sectors"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "sectors_kind" CHECK ("sectors"."kind" in ('local_team', 'activity')),
	CONSTRAINT "sectors_no_own_parent" CHECK ("sectors"."parent_id" <> "sectors"."id"),
	CONSTRAINT "sectors_merged_are_archived" CHECK ("sectors"."merged_into_id" is null or ("sectors"."status" = 'archived' and "sectors"."merged_into_id" <> "sectors"."id"))
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
	"permission" text,
	"open_new" boolean DEFAULT false NOT NULL,
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
	"consent_file_id" uuid,
	"withdrawn_on" date,
	"review" text DEFAULT 'approved' NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext",
	"locale" text,
	"agreement" integer,
	"token_hash" text,
	"dedupe_key" text,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "testimonials_number_unique" UNIQUE("number"),
	CONSTRAINT "testimonials_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "testimonials_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "testimonials_status" CHECK ("testimonials"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "testimonials_on_line_with_consent" CHECK ("testimonials"."status" <> 'published' or ("testimonials"."consented_on" is not null and "testimonials"."withdrawn_on" is null)),
	CONSTRAINT "testimonials_review" CHECK ("testimonials"."review" in ('submitted', 'approved', 'declined')),
	CONSTRAINT "testimonials_on_line_approved" CHECK ("testimonials"."status" <> 'published' or "testimonials"."review" = 'approved'),
	CONSTRAINT "testimonials_on_line_in_french" CHECK ("testimonials"."status" <> 'published' or ("testimonials"."quote"->>'fr' <> '' and "testimonials"."speaker"->>'fr' <> '')),
	CONSTRAINT "testimonials_locale" CHECK ("testimonials"."locale" in ('fr', 'en')),
	CONSTRAINT "testimonials_sent_whole" CHECK (num_nonnulls("testimonials"."email", "testimonials"."locale", "testimonials"."agreement", "testimonials"."token_hash", "testimonials"."dedupe_key") in (0, 5)),
	CONSTRAINT "testimonials_staff_approved" CHECK ("testimonials"."review" = 'approved' or "testimonials"."email" is not null),
	CONSTRAINT "testimonials_withdrawn_stays" CHECK ("testimonials"."withdrawn_at" is null or "testimonials"."withdrawn_on" is not null)
);
--> statement-breakpoint
CREATE TABLE "permission_grants" (
	"user_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"granted_by" uuid,
	"granted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_on" date,
	CONSTRAINT "permission_grants_user_id_permission_pk" PRIMARY KEY("user_id","permission"),
	CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED')),
	CONSTRAINT "permission_grants_not_by_oneself" CHECK ("permission_grants"."granted_by" <> "permission_grants"."user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" "citext" NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"role" text NOT NULL,
	"account_state" text DEFAULT 'registered' NOT NULL,
	"state_reason" text,
	"state_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"birth_date" date,
	"phone" text,
	"locale" text DEFAULT 'fr' NOT NULL,
	"sector_id" uuid,
	"is_staff_member" boolean DEFAULT false NOT NULL,
	"annual_verification_needed" boolean DEFAULT false NOT NULL,
	"mattermost_id" text,
	"microsoft_id" text,
	"latitude" double precision,
	"longitude" double precision,
	"last_interaction_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('ADMIN', 'VOLUNTEER', 'BENEFICIARY', 'DONATOR_MERCHANT', 'DONATOR_INDIVIDUAL')),
	CONSTRAINT "users_account_state" CHECK ("users"."account_state" in ('registered', 'waiting', 'to_validate', 'validated', 'refused', 'suspended', 'left')),
	CONSTRAINT "users_locale" CHECK ("users"."locale" in ('fr', 'en')),
	CONSTRAINT "users_registered_until_verified" CHECK (("users"."account_state" = 'registered') or "users"."email_verified_at" is not null)
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
CREATE TABLE "login_requests" (
	"cookie_hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"redirect_to" text NOT NULL,
	"locale" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"user_code" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oidc_records_model_id_hash_pk" PRIMARY KEY("model","id_hash")
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"access_hash" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"access_expires_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"successor" text,
	CONSTRAINT "session_tokens_session_id_generation_pk" PRIMARY KEY("session_id","generation"),
	CONSTRAINT "session_tokens_access" UNIQUE("access_hash"),
	CONSTRAINT "session_tokens_refresh" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_because" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"sealed_jwk" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "email_reversals" ADD CONSTRAINT "email_reversals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_slugs" ADD CONSTRAINT "article_slugs_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_cover_image_id_documents_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countries" ADD CONSTRAINT "countries_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_categories" ADD CONSTRAINT "faq_categories_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_questions" ADD CONSTRAINT "faq_questions_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_questions" ADD CONSTRAINT "faq_questions_category_id_faq_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."faq_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_question_id_faq_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."faq_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_category_id_further_support_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."further_support_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_support_categories" ADD CONSTRAINT "further_support_categories_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_cv_id_documents_id_fk" FOREIGN KEY ("cv_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_legal_document_id_legal_documents_id_fk" FOREIGN KEY ("legal_document_id") REFERENCES "public"."legal_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_records" ADD CONSTRAINT "monthly_records_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_texts" ADD CONSTRAINT "page_texts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_logo_id_documents_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_profiles" ADD CONSTRAINT "driver_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_photo_id_documents_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portraits" ADD CONSTRAINT "portraits_consent_file_id_documents_id_fk" FOREIGN KEY ("consent_file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "press" ADD CONSTRAINT "press_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "press" ADD CONSTRAINT "press_file_id_documents_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_notifications" ADD CONSTRAINT "muted_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_figures" ADD CONSTRAINT "project_figures_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_owners" ADD CONSTRAINT "project_owners_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_owners" ADD CONSTRAINT "project_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sectors" ADD CONSTRAINT "project_sectors_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sectors" ADD CONSTRAINT "project_sectors_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_links" ADD CONSTRAINT "registration_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_profiles" ADD CONSTRAINT "merchant_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_drafts" ADD CONSTRAINT "registration_drafts_registration_link_id_registration_links_id_fk" FOREIGN KEY ("registration_link_id") REFERENCES "public"."registration_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_papers" ADD CONSTRAINT "registration_papers_draft_hash_registration_drafts_token_hash_fk" FOREIGN KEY ("draft_hash") REFERENCES "public"."registration_drafts"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_registration_link_id_registration_links_id_fk" FOREIGN KEY ("registration_link_id") REFERENCES "public"."registration_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volunteer_profiles" ADD CONSTRAINT "volunteer_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sector_hours" ADD CONSTRAINT "sector_hours_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sector_managers" ADD CONSTRAINT "sector_managers_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sector_managers" ADD CONSTRAINT "sector_managers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sectors" ADD CONSTRAINT "sectors_parent_id_sectors_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sectors" ADD CONSTRAINT "sectors_merged_into_id_sectors_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortcuts" ADD CONSTRAINT "shortcuts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_consent_file_id_documents_id_fk" FOREIGN KEY ("consent_file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_chats" ADD CONSTRAINT "verification_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_chats" ADD CONSTRAINT "verification_chats_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_messages" ADD CONSTRAINT "verification_messages_chat_id_verification_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."verification_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_messages" ADD CONSTRAINT "verification_messages_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_criteria_version_id_criteria_versions_id_fk" FOREIGN KEY ("criteria_version_id") REFERENCES "public"."criteria_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD CONSTRAINT "beneficiary_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_reversals_user" ON "email_reversals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "article_slugs_one_current" ON "article_slugs" USING btree ("article_id","locale") WHERE "article_slugs"."current";--> statement-breakpoint
CREATE INDEX "article_slugs_article" ON "article_slugs" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "article_tags_tag" ON "article_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("published_at" DESC NULLS LAST,"id") WHERE "articles"."status" in ('published', 'scheduled');--> statement-breakpoint
CREATE INDEX "articles_pinned" ON "articles" USING btree ("pinned_until") WHERE "articles"."pinned_until" is not null;--> statement-breakpoint
CREATE INDEX "articles_by_update" ON "articles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_by_publication" ON "articles" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "articles_by_title" ON "articles" USING btree (("title"->>'fr'),"id");--> statement-breakpoint
CREATE INDEX "articles_status_by_update" ON "articles" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_english_by_update" ON "articles" USING btree ("english","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_sector_by_update" ON "articles" USING btree ("sector_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_author" ON "articles" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "articles_search_fr" ON "articles" USING gin ("search_fr");--> statement-breakpoint
CREATE INDEX "articles_search_en" ON "articles" USING gin ("search_en");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_entity_type" ON "audit_log" USING btree ("entity_type","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_both_kinds" ON "audit_log" USING btree ("entity_type","action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor_kind" ON "audit_log" USING btree ("actor_kind","at","seq") WHERE "audit_log"."actor_kind" <> 'user';--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity_id" text_pattern_ops,"entity_type");--> statement-breakpoint
CREATE INDEX "audit_log_by_request" ON "audit_log" USING btree ("request_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_searched" ON "audit_log" USING gin (searched_text("action", "entity_type", case when length("entity_id") < 36 then "entity_id" end, "reason") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "message_replies_message" ON "message_replies" USING btree ("message_id","at");--> statement-breakpoint
CREATE INDEX "messages_by_day" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_by_name" ON "messages" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "messages_searched" ON "messages" USING gin (searched_text('M-' || "number"::text, 'M-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "name", "email"::text, "body") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_status" ON "messages" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_topic" ON "messages" USING btree ("topic","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_sector" ON "messages" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "countries_by_position" ON "countries" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "countries_by_update" ON "countries" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "countries_status_by_position" ON "countries" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "countries_english" ON "countries" USING btree ("english");--> statement-breakpoint
CREATE INDEX "countries_searched" ON "countries" USING gin (searched_text("name"->>'fr', "name"->>'en', "iso2", "iso3") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sheets_age" ON "sheets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sheets_owner" ON "sheets" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_avatar" ON "documents" USING btree ("owner_id") WHERE "documents"."kind" = 'AVATAR';--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "documents_papers" ON "documents" USING btree ("verification","created_at") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "documents_papers_by_day" ON "documents" USING btree ("created_at","id") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "documents_papers_by_purge" ON "documents" USING btree ("purge_at","id") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "documents_purge" ON "documents" USING btree ("purge_at") WHERE "documents"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "donor_links_expiry" ON "donor_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "donor_sessions_expiry" ON "donor_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "events_by_position" ON "events" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "events_by_update" ON "events" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "events_status_by_position" ON "events" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "events_english" ON "events" USING btree ("english");--> statement-breakpoint
CREATE INDEX "events_searched" ON "events" USING gin (searched_text("title"->>'fr', "title"->>'en', "summary"->>'fr', "summary"->>'en', "place_name", "place_address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "events_coming" ON "events" USING btree ("status","ends_at");--> statement-breakpoint
CREATE INDEX "events_coming_by_sector" ON "events" USING btree ("sector_id","ends_at");--> statement-breakpoint
CREATE INDEX "events_coming_by_project" ON "events" USING btree ("project_id","ends_at");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("type");--> statement-breakpoint
CREATE INDEX "faq_categories_by_position" ON "faq_categories" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "faq_categories_by_update" ON "faq_categories" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "faq_categories_status_by_position" ON "faq_categories" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "faq_categories_english" ON "faq_categories" USING btree ("english");--> statement-breakpoint
CREATE INDEX "faq_categories_searched" ON "faq_categories" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "faq_questions_by_position" ON "faq_questions" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "faq_questions_by_update" ON "faq_questions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "faq_questions_status_by_position" ON "faq_questions" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "faq_questions_english" ON "faq_questions" USING btree ("english");--> statement-breakpoint
CREATE INDEX "faq_questions_searched" ON "faq_questions" USING gin (searched_text("question"->>'fr', "question"->>'en', "answer"->>'fr', "answer"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "faq_questions_category" ON "faq_questions" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "faq_questions_audience" ON "faq_questions" USING btree ("audience");--> statement-breakpoint
CREATE INDEX "faq_questions_search_fr" ON "faq_questions" USING gin (to_tsvector('french_plain', coalesce("question"->>'fr', '') || ' ' || coalesce("answer"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "faq_questions_search_en" ON "faq_questions" USING gin (to_tsvector('english_plain', coalesce("question"->>'en', '') || ' ' || coalesce("answer"->>'en', '')));--> statement-breakpoint
CREATE INDEX "further_support_by_position" ON "further_support" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "further_support_by_update" ON "further_support" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "further_support_status_by_position" ON "further_support" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "further_support_english" ON "further_support" USING btree ("english");--> statement-breakpoint
CREATE INDEX "further_support_searched" ON "further_support" USING gin (searched_text("name", "description"->>'fr', "description"->>'en', "phone") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "further_support_category" ON "further_support" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "further_support_search_fr" ON "further_support" USING gin (to_tsvector('french_plain', coalesce("name", '') || ' ' || coalesce("address", '') || ' ' || coalesce("description"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "further_support_search_en" ON "further_support" USING gin (to_tsvector('english_plain', coalesce("name", '') || ' ' || coalesce("address", '') || ' ' || coalesce("description"->>'en', '')));--> statement-breakpoint
CREATE INDEX "further_support_categories_by_position" ON "further_support_categories" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_by_update" ON "further_support_categories" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_status_by_position" ON "further_support_categories" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "further_support_categories_english" ON "further_support_categories" USING btree ("english");--> statement-breakpoint
CREATE INDEX "further_support_categories_searched" ON "further_support_categories" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "application_replies_application" ON "application_replies" USING btree ("application_id","at");--> statement-breakpoint
CREATE INDEX "applications_by_day" ON "applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "applications_by_name" ON "applications" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "applications_searched" ON "applications" USING gin (searched_text('C-' || "number"::text, 'C-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "name", "email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "applications_job" ON "applications" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "jobs_by_position" ON "jobs" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "jobs_by_update" ON "jobs" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "jobs_status_by_position" ON "jobs" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "jobs_english" ON "jobs" USING btree ("english");--> statement-breakpoint
CREATE INDEX "jobs_searched" ON "jobs" USING gin (searched_text("title"->>'fr', "title"->>'en', "summary"->>'fr', "summary"->>'en', "place"->>'fr', "place"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_on_line" ON "jobs" USING btree ("status","opens_on","id");--> statement-breakpoint
CREATE INDEX "jobs_kind" ON "jobs" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "jobs_place" ON "jobs" USING btree (("place"->>'fr'));--> statement-breakpoint
CREATE INDEX "jobs_search_fr" ON "jobs" USING gin (to_tsvector('french_plain', coalesce("place"->>'fr', '') || ' ' || coalesce("title"->>'fr', '') || ' ' || coalesce("summary"->>'fr', '') || ' ' || coalesce("body"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "jobs_search_en" ON "jobs" USING gin (to_tsvector('english_plain', coalesce("place"->>'en', '') || ' ' || coalesce("title"->>'en', '') || ' ' || coalesce("summary"->>'en', '') || ' ' || coalesce("body"->>'en', '')));--> statement-breakpoint
CREATE INDEX "legal_documents_by_update" ON "legal_documents" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "legal_documents_searched" ON "legal_documents" USING gin (searched_text("key", "title"->>'fr', "title"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "legal_documents_one_in_force" ON "legal_documents" USING btree ("key") WHERE "legal_documents"."published_at" is not null and "legal_documents"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_documents_one_draft" ON "legal_documents" USING btree ("key") WHERE "legal_documents"."published_at" is null;--> statement-breakpoint
CREATE INDEX "signatures_user" ON "signatures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "link_checks_age" ON "link_checks" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("due_at") WHERE "outgoing_mails"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_mails_created" ON "outgoing_mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_user" ON "outgoing_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_about" ON "outgoing_mails" USING btree ("about_id") WHERE "outgoing_mails"."about_id" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_status" ON "outgoing_mails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_searched" ON "outgoing_mails" USING gin (searched_text("recipient") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_clients_created" ON "oauth_clients" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_searched" ON "oauth_clients" USING gin (searched_text("name", "client_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partners_by_position" ON "partners" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "partners_by_update" ON "partners" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "partners_status_by_position" ON "partners" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "partners_english" ON "partners" USING btree ("english");--> statement-breakpoint
CREATE INDEX "partners_searched" ON "partners" USING gin (searched_text("name", "description"->>'fr', "description"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partners_kind" ON "partners" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "driver_profiles_status_vehicle" ON "driver_profiles" USING btree ("status","vehicle");--> statement-breakpoint
CREATE INDEX "pledges_by_country" ON "pledges" USING btree ("country");--> statement-breakpoint
CREATE INDEX "pledges_by_address" ON "pledges" USING btree ("email","created_at","id");--> statement-breakpoint
CREATE INDEX "pledges_by_project" ON "pledges" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pledges_by_day" ON "pledges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pledges_by_amount" ON "pledges" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "pledges_by_name" ON "pledges" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "pledges_searched" ON "pledges" USING gin (searched_text("reference", "name", "email"::text, "company") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pledges_status" ON "pledges" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "portraits_by_position" ON "portraits" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "portraits_by_update" ON "portraits" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "portraits_status_by_position" ON "portraits" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "portraits_english" ON "portraits" USING btree ("english");--> statement-breakpoint
CREATE INDEX "portraits_searched" ON "portraits" USING gin (searched_text("name", "role"->>'fr', "role"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "portraits_by_sector" ON "portraits" USING btree ("sector_id","position");--> statement-breakpoint
CREATE INDEX "portraits_photo" ON "portraits" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "portraits_consent_file" ON "portraits" USING btree ("consent_file_id");--> statement-breakpoint
CREATE INDEX "press_by_position" ON "press" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "press_by_update" ON "press" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "press_status_by_position" ON "press" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "press_english" ON "press" USING btree ("english");--> statement-breakpoint
CREATE INDEX "press_searched" ON "press" USING gin (searched_text("title"->>'fr', "title"->>'en', "outlet") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "press_on_line" ON "press" USING btree ("status","featured","day","id");--> statement-breakpoint
CREATE INDEX "press_kind" ON "press" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "press_file" ON "press" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "press_search_fr" ON "press" USING gin (to_tsvector('french_plain', coalesce("title"->>'fr', '') || ' ' || coalesce("quote"->>'fr', '') || ' ' || coalesce("body"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "press_search_en" ON "press" USING gin (to_tsvector('english_plain', coalesce("title"->>'en', '') || ' ' || coalesce("quote"->>'en', '') || ' ' || coalesce("body"->>'en', '')));--> statement-breakpoint
CREATE INDEX "consents_person" ON "consents" USING btree ("user_id","purpose","at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_one_waiting" ON "data_requests" USING btree ("email","kind") WHERE "data_requests"."email" is not null and "data_requests"."status" in ('open', 'running');--> statement-breakpoint
CREATE INDEX "data_requests_searched" ON "data_requests" USING gin (searched_text('D-' || "number"::text, 'D-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "data_requests_person" ON "data_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "data_requests_received" ON "data_requests" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "retention_progress_by_state" ON "retention_progress" USING btree ("state");--> statement-breakpoint
CREATE INDEX "retention_runs_at" ON "retention_runs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "project_figures_project" ON "project_figures" USING btree ("project_id","counted_on","id");--> statement-breakpoint
CREATE INDEX "project_owners_user" ON "project_owners" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_sectors_sector" ON "project_sectors" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "projects_by_position" ON "projects" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "projects_by_update" ON "projects" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "projects_status_by_position" ON "projects" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "projects_english" ON "projects" USING btree ("english");--> statement-breakpoint
CREATE INDEX "projects_searched" ON "projects" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_stage" ON "projects" USING btree ("stage","position","id");--> statement-breakpoint
CREATE INDEX "projects_sectors" ON "projects" USING gin ("sector_ids");--> statement-breakpoint
CREATE INDEX "registration_links_age" ON "registration_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "registration_links_by_uses" ON "registration_links" USING btree ("uses","id");--> statement-breakpoint
CREATE INDEX "registration_links_searched" ON "registration_links" USING gin (searched_text("label") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registration_links_by_role" ON "registration_links" USING btree ("role");--> statement-breakpoint
CREATE INDEX "email_verifications_user" ON "email_verifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "merchant_profiles_siret" ON "merchant_profiles" USING btree ("siret");--> statement-breakpoint
CREATE INDEX "registration_drafts_expiry" ON "registration_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "registration_papers_draft" ON "registration_papers" USING btree ("draft_hash");--> statement-breakpoint
CREATE INDEX "registrations_link" ON "registrations" USING btree ("registration_link_id","at");--> statement-breakpoint
CREATE INDEX "saved_views_list" ON "saved_views" USING btree ("list");--> statement-breakpoint
CREATE INDEX "unanswered_searches_words" ON "unanswered_searches" USING btree ("words","locale");--> statement-breakpoint
CREATE INDEX "unanswered_searches_searched" ON "unanswered_searches" USING gin (searched_text("words") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sector_managers_user" ON "sector_managers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sectors_by_position" ON "sectors" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "sectors_by_update" ON "sectors" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "sectors_status_by_position" ON "sectors" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "sectors_english" ON "sectors" USING btree ("english");--> statement-breakpoint
CREATE INDEX "sectors_searched" ON "sectors" USING gin (searched_text("name", "city", "postcode") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sectors_parent" ON "sectors" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "sectors_merged_into" ON "sectors" USING btree ("merged_into_id");--> statement-breakpoint
CREATE INDEX "sectors_search_fr" ON "sectors" USING gin (to_tsvector('french_plain', coalesce("name", '') || ' ' || coalesce("city", '') || ' ' || coalesce("postcode", '') || ' ' || coalesce("slogan"->>'fr', '') || ' ' || coalesce("presentation"->>'fr', '')));--> statement-breakpoint
CREATE INDEX "sectors_search_en" ON "sectors" USING gin (to_tsvector('english_plain', coalesce("name", '') || ' ' || coalesce("city", '') || ' ' || coalesce("postcode", '') || ' ' || coalesce("slogan"->>'en', '') || ' ' || coalesce("presentation"->>'en', '')));--> statement-breakpoint
CREATE INDEX "shortcuts_by_position" ON "shortcuts" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "shortcuts_by_update" ON "shortcuts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "shortcuts_status_by_position" ON "shortcuts" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "shortcuts_english" ON "shortcuts" USING btree ("english");--> statement-breakpoint
CREATE INDEX "shortcuts_searched" ON "shortcuts" USING gin (searched_text("label"->>'fr', "label"->>'en', "target") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "testimonials_by_position" ON "testimonials" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "testimonials_by_update" ON "testimonials" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "testimonials_status_by_position" ON "testimonials" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "testimonials_english" ON "testimonials" USING btree ("english");--> statement-breakpoint
CREATE INDEX "testimonials_searched" ON "testimonials" USING gin (searched_text('T-' || "number"::text, 'T-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "initials", "speaker"->>'fr', "speaker"->>'en', "quote"->>'fr', "quote"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "testimonials_consent_file" ON "testimonials" USING btree ("consent_file_id");--> statement-breakpoint
CREATE INDEX "testimonials_queue" ON "testimonials" USING btree ("created_at","id") WHERE "testimonials"."review" <> 'approved';--> statement-breakpoint
CREATE INDEX "users_sector" ON "users" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "users_role_state" ON "users" USING btree ("role","account_state","last_name","id");--> statement-breakpoint
CREATE INDEX "users_role_last_name" ON "users" USING btree ("role","last_name","id");--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree ("last_name","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_state_changed" ON "users" USING btree ("state_changed_at","id");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_interaction_at","id");--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_searched" ON "users" USING gin (searched_text("first_name", "last_name", "email"::text, "phone") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_full_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"));--> statement-breakpoint
CREATE INDEX "verification_chats_inbox" ON "verification_chats" USING btree ("status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "verification_chats_turn" ON "verification_chats" USING btree ((case "status" when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end),"last_message_at","id");--> statement-breakpoint
CREATE INDEX "verification_chats_age" ON "verification_chats" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "verification_messages_chat" ON "verification_messages" USING btree ("chat_id","at");--> statement-breakpoint
CREATE INDEX "account_decisions_user" ON "account_decisions" USING btree ("user_id","decided_at");--> statement-breakpoint
CREATE INDEX "beneficiary_files_purge" ON "beneficiary_files" USING btree ("answers_purge_at");--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_records_expiry" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_records_account" ON "oidc_records" USING btree (("payload"->>'accountId'));--> statement-breakpoint
CREATE INDEX "oidc_records_client" ON "oidc_records" USING btree (("payload"->>'clientId'));--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");
