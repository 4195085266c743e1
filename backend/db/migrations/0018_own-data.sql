ALTER TABLE "consents" DROP CONSTRAINT "consents_purpose";--> statement-breakpoint
ALTER TABLE "volunteer_profiles" ADD COLUMN "skills" text;--> statement-breakpoint
ALTER TABLE "volunteer_profiles" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "preferred_contact" text;--> statement-breakpoint
ALTER TABLE "beneficiary_files" ADD COLUMN "needs_updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('newsletter', 'image', 'allergies'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_preferred_contact" CHECK ("users"."preferred_contact" = 'email' or "users"."preferred_contact" in ('phone', 'sms') and "users"."phone" is not null);--> statement-breakpoint
-- Allergies are health data: none are stored without their owner's consent, and the end of the consent erases them. Those that were
-- typed before anyone was asked are erased too.
UPDATE beneficiary_files SET allergies = NULL WHERE allergies IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION allergies_need_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.allergies IS NOT NULL AND NOT coalesce((
    SELECT c.given FROM consents c WHERE c.user_id = NEW.user_id AND c.purpose = 'allergies'
    ORDER BY c.at DESC, c.text_version DESC, c.given LIMIT 1), false) THEN
    RAISE EXCEPTION 'nobody consented to store these allergies' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER allergies_need_consent BEFORE INSERT OR UPDATE OF allergies ON beneficiary_files FOR EACH ROW EXECUTE FUNCTION allergies_need_consent();
--> statement-breakpoint
-- The row of the file is written whether or not it has allergies: a form that is storing some waits, and then finds no consent.
CREATE FUNCTION withdrawal_erases_allergies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE beneficiary_files SET allergies = NULL WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawal_erases_allergies AFTER INSERT ON consents FOR EACH ROW
  WHEN (NEW.purpose = 'allergies' AND NOT NEW.given) EXECUTE FUNCTION withdrawal_erases_allergies();
