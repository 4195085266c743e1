-- The steps of an account's life; the backend's transitions are the same ones. An account that was closed because nobody used it, and that
-- still has its personal values, comes back as what it was.
CREATE FUNCTION users_state_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.account_state = 'left' THEN
    IF EXISTS (SELECT FROM retention_progress WHERE user_id = NEW.id AND state = 'archived' AND closed_from = NEW.account_state) THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.account_state = 'left' OR (OLD.account_state || ' ' || NEW.account_state) = ANY (ARRAY[
    'registered waiting', 'registered to_validate', 'registered validated', 'waiting to_validate', 'waiting refused',
    'to_validate waiting', 'to_validate validated', 'to_validate refused', 'refused to_validate',
    'validated suspended', 'validated waiting', 'validated to_validate', 'suspended validated',
    'waiting validated', 'refused validated', 'refused waiting'
  ]) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'no account goes from % to %', OLD.account_state, NEW.account_state USING ERRCODE = 'restrict_violation', CONSTRAINT = 'users_state_steps';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_state_steps BEFORE UPDATE OF account_state ON users FOR EACH ROW
  WHEN (OLD.account_state <> NEW.account_state) EXECUTE FUNCTION users_state_steps();
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
-- A decision stays as it was taken; the words of its reason may go.
CREATE FUNCTION account_decisions_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.reason = '–' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'account_decisions rows are only added' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER account_decisions_frozen BEFORE UPDATE OR DELETE ON account_decisions FOR EACH ROW EXECUTE FUNCTION account_decisions_frozen();
--> statement-breakpoint
ALTER TABLE memberships ADD CONSTRAINT memberships_no_overlap
  EXCLUDE USING gist (user_id WITH =, daterange(start_date, end_date, '[]') WITH &&) WHERE (status = 'active');
--> statement-breakpoint
CREATE FUNCTION consents_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a choice about consent is never rewritten' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER consents_frozen BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consents_frozen();
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
