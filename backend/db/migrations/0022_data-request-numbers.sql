ALTER TABLE "pledges" DROP CONSTRAINT "pledges_receipt";--> statement-breakpoint
ALTER TABLE "data_requests" ALTER COLUMN "email" SET DATA TYPE citext;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "country" text;--> statement-breakpoint
-- Until now the form took French postcodes only.
UPDATE pledges SET country = 'FR' WHERE street IS NOT NULL;--> statement-breakpoint
ALTER TABLE "data_requests" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "data_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
-- Of the same request that waits several times, the first goes on: it is due first.
UPDATE data_requests again SET status = 'withdrawn', answered_at = now(), updated_at = now()
WHERE again.email IS NOT NULL AND again.status IN ('open', 'running') AND EXISTS (
  SELECT FROM data_requests first
  WHERE first.email = again.email AND first.kind = again.kind AND first.status IN ('open', 'running')
    AND (first.received_at, first.id) < (again.received_at, again.id)
);--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_one_waiting" ON "data_requests" USING btree ("email","kind") WHERE "data_requests"."email" is not null and "data_requests"."status" in ('open', 'running');--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_country" CHECK ("pledges"."country" ~ '^[A-Z]{2}$' and ("pledges"."country" <> 'FR' or "pledges"."postcode" ~ '^[0-9]{5}$'));--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_receipt" CHECK (not "pledges"."receipt" or "pledges"."address_gone_at" is not null or ("pledges"."street" is not null and "pledges"."postcode" is not null and "pledges"."city" is not null and "pledges"."country" is not null));
