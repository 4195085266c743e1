ALTER TABLE "notices" DROP CONSTRAINT "notices_one_reader";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
CREATE INDEX "notices_of_subject" ON "notices" USING btree ("subject_id","created_at","id") WHERE "notices"."subject_id" is not null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_subject" CHECK (("notices"."subject" is null) = ("notices"."subject_id" is null) and "notices"."subject" in ('event', 'pledge', 'membership', 'receipt', 'person', 'message', 'application'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_one_reader" CHECK (num_nonnulls("notices"."user_id", "notices"."subscriber_id") = 1 or (num_nonnulls("notices"."user_id", "notices"."subscriber_id") = 0 and "notices"."channel" = 'email' and "notices"."subject_id" is not null));--> statement-breakpoint
UPDATE notices SET subject = 'event', subject_id = substring(path from '^/dashboard/events/([0-9a-f-]{36})')::uuid
  WHERE topic LIKE 'event\_%' AND path ~ '^/dashboard/events/[0-9a-f-]{36}';
--> statement-breakpoint
UPDATE notices SET subject = 'membership', subject_id = split_part(dedupe_key, ':', 2)::uuid
  WHERE topic LIKE 'membership\_%' AND dedupe_key ~ '^membership:[0-9a-f-]{36}:';
--> statement-breakpoint
UPDATE notices SET subject = 'person', subject_id = user_id
  WHERE user_id IS NOT NULL AND topic IN ('account_accepted', 'account_accepted_beneficiary', 'account_refused', 'account_refused_beneficiary', 'account_suspended', 'account_restored', 'more_information');
