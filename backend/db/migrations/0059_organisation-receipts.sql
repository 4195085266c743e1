ALTER TABLE "organisation_settings" DROP CONSTRAINT "organisation_settings_part";--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_part" CHECK ("organisation_settings"."part" in ('identity', 'legal', 'bank', 'contact', 'profiles', 'aids', 'receipts', 'tax'));--> statement-breakpoint
-- The limit of the raised rate doubled for gifts made from 14 October 2025.
INSERT INTO organisation_settings (part, number, valid_from, facts)
SELECT 'tax', number, valid_from::date, jsonb_build_object(
  'rate', 66, 'raisedRate', 75, 'raisedUpToEuros', limit_euros, 'incomeCap', 20,
  'companyRate', 60, 'companyCapEuros', 20000, 'companyTurnoverPerThousand', 5,
  'personForm', '11580*05', 'companyForm', '16216*03', 'checkedOn', '2026-11-02')
FROM (VALUES (1, '2021-01-01', 1000), (2, '2025-10-14', 2000)) AS law (number, valid_from, limit_euros);
