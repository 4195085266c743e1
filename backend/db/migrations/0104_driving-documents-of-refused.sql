-- Driving documents of people who were refused before their decision closed these too: nobody checks them, and they had no day on which they go.
UPDATE documents SET purge_at = now() + make_interval(months => policy.months, days => policy.days)
FROM users, retention_policies policy
WHERE users.id = documents.owner_id AND users.account_state = 'refused' AND policy.data_kind = 'papers'
  AND documents.kind IN ('LICENCE', 'INSURANCE', 'INSPECTION') AND documents.verification IS NOT NULL AND documents.purge_at IS NULL;
