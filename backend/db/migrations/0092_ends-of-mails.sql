ALTER TABLE "outgoing_mails" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
-- What ends later than a mail is given up was stored nowhere: such mails from before have no end.
UPDATE outgoing_mails SET ends_at = send_before WHERE ends_with_link;
