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
	CONSTRAINT "driver_profiles_vehicle" CHECK ("driver_profiles"."vehicle" in ('scooter', 'car', 'van')),
	CONSTRAINT "driver_profiles_status" CHECK ("driver_profiles"."status" in ('pending', 'approved', 'blocked')),
	CONSTRAINT "driver_profiles_approved_with_papers" CHECK ("driver_profiles"."status" <> 'approved' or ("driver_profiles"."licence_expiry" is not null and "driver_profiles"."insurance_expiry" is not null and "driver_profiles"."inspection_expiry" is not null))
);
--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_profiles" ADD CONSTRAINT "driver_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_clients_created" ON "oauth_clients" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "driver_profiles_status_vehicle" ON "driver_profiles" USING btree ("status","vehicle");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action");--> statement-breakpoint
CREATE INDEX "users_role_state" ON "users" USING btree ("role","account_state");--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree ("last_name");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_state_changed" ON "users" USING btree ("state_changed_at");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_interaction_at");--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_full_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"));--> statement-breakpoint
CREATE INDEX "oidc_records_account" ON "oidc_records" USING btree (("payload"->>'accountId'));--> statement-breakpoint
CREATE INDEX "oidc_records_client" ON "oidc_records" USING btree (("payload"->>'clientId'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED'));
--> statement-breakpoint
-- Someone who may give rights without end must always be left. The lock lets one change look at a time, so two at once
-- cannot each count on the other; the look itself reads what the one before it committed.
CREATE FUNCTION keep_permission_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    IF NOT EXISTS (
      SELECT 1 FROM permission_grants WHERE user_id = OLD.id AND permission = 'ADMIN_MANAGE_USERS_PERMISSIONS' AND expires_on IS NULL
    ) THEN RETURN NULL; END IF;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('last_permission_holder'));
  IF NOT EXISTS (
    SELECT 1 FROM permission_grants g JOIN users u ON u.id = g.user_id
    WHERE g.permission = 'ADMIN_MANAGE_USERS_PERMISSIONS' AND g.expires_on IS NULL AND u.role = 'ADMIN' AND u.account_state = 'validated'
  ) THEN
    RAISE EXCEPTION 'nobody would be left who may give rights' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'last_permission_holder';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER permission_grants_last_holder AFTER UPDATE OR DELETE ON permission_grants FOR EACH ROW
  WHEN (OLD.permission = 'ADMIN_MANAGE_USERS_PERMISSIONS' AND OLD.expires_on IS NULL) EXECUTE FUNCTION keep_permission_holder();
--> statement-breakpoint
CREATE TRIGGER users_last_holder AFTER UPDATE OF role, account_state ON users FOR EACH ROW
  WHEN (OLD.role = 'ADMIN' AND OLD.account_state = 'validated' AND (NEW.role <> 'ADMIN' OR NEW.account_state <> 'validated'))
  EXECUTE FUNCTION keep_permission_holder();
--> statement-breakpoint
-- The steps of an account's life; the backend's transitions are the same ones.
CREATE FUNCTION users_state_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.account_state <> 'left' AND NOT (OLD.account_state || ' ' || NEW.account_state) = ANY (ARRAY[
    'registered waiting', 'registered to_validate', 'registered validated', 'waiting to_validate', 'waiting refused',
    'to_validate waiting', 'to_validate validated', 'to_validate refused', 'refused to_validate',
    'validated suspended', 'validated waiting', 'validated to_validate', 'suspended validated',
    'waiting validated', 'refused validated', 'refused waiting'
  ]) THEN
    RAISE EXCEPTION 'no account goes from % to %', OLD.account_state, NEW.account_state USING ERRCODE = 'restrict_violation', CONSTRAINT = 'users_state_steps';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_state_steps BEFORE UPDATE OF account_state ON users FOR EACH ROW
  WHEN (OLD.account_state <> NEW.account_state) EXECUTE FUNCTION users_state_steps();
