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
	"user_id" uuid,
	"email" text,
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
	CONSTRAINT "data_requests_kind" CHECK ("data_requests"."kind" in ('access', 'rectify', 'erase', 'object', 'restrict')),
	CONSTRAINT "data_requests_status" CHECK ("data_requests"."status" in ('open', 'running', 'answered', 'refused', 'withdrawn')),
	CONSTRAINT "data_requests_refused_with_reason" CHECK ("data_requests"."status" <> 'refused' or "data_requests"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	CONSTRAINT "retention_policies_some_time" CHECK ("retention_policies"."months" >= 0 and "retention_policies"."days" >= 0 and "retention_policies"."months" + "retention_policies"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"first_notice_at" timestamp (3) with time zone NOT NULL,
	"last_notice_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "retention_progress_state" CHECK ("retention_progress"."state" in ('noticed', 'archived', 'anonymised'))
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"dry_run" boolean NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "verification" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reject_reason" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "verified_by" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "purge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "purged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD COLUMN "minor_change" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD COLUMN "counts_from" integer;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD COLUMN "french_hash" text;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD COLUMN "english_hash" text;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_notifications" ADD CONSTRAINT "muted_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_person" ON "consents" USING btree ("user_id","purpose","at");--> statement-breakpoint
CREATE INDEX "data_requests_person" ON "data_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "data_requests_received" ON "data_requests" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "retention_progress_by_state" ON "retention_progress" USING btree ("state");--> statement-breakpoint
CREATE INDEX "retention_runs_at" ON "retention_runs" USING btree ("at");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_papers" ON "documents" USING btree ("verification","created_at") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "documents_purge" ON "documents" USING btree ("purge_at") WHERE "documents"."purged_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_documents_one_in_force" ON "legal_documents" USING btree ("key") WHERE "legal_documents"."published_at" is not null and "legal_documents"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_documents_one_draft" ON "legal_documents" USING btree ("key") WHERE "legal_documents"."published_at" is null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_paper_state" CHECK ("documents"."verification" in ('pending', 'accepted', 'rejected'));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_rejected_with_reason" CHECK ("documents"."verification" <> 'rejected' or "documents"."reject_reason" is not null);--> statement-breakpoint
ALTER TABLE "legal_documents" ADD CONSTRAINT "legal_documents_counts_from" CHECK ("legal_documents"."counts_from" between 1 and "legal_documents"."document_version");
--> statement-breakpoint
CREATE FUNCTION legal_documents_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.french_hash := encode(sha256(convert_to(NEW.body->>'fr', 'UTF8')), 'hex');
  NEW.english_hash := encode(sha256(convert_to(NEW.body->>'en', 'UTF8')), 'hex');
  RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE legal_documents DISABLE TRIGGER legal_documents_frozen;
--> statement-breakpoint
CREATE TRIGGER legal_documents_hash BEFORE INSERT OR UPDATE ON legal_documents FOR EACH ROW EXECUTE FUNCTION legal_documents_hash();
--> statement-breakpoint
UPDATE legal_documents SET french_hash = '';
--> statement-breakpoint
ALTER TABLE legal_documents ENABLE TRIGGER legal_documents_frozen;
--> statement-breakpoint
CREATE FUNCTION consents_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a choice about consent is never rewritten' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER consents_frozen BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consents_frozen();
--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES
  ('beneficiary_account', 24, 0), ('volunteer_account', 36, 0), ('donor_account', 36, 0), ('papers', 0, 30), ('data_requests', 36, 0),
  ('receipts', 72, 0), ('accounting', 120, 0), ('delivery_slips', 60, 0), ('applications', 24, 0), ('access_logs', 12, 0);
