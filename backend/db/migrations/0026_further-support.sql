ALTER TABLE "further_support" ADD COLUMN "reach" text DEFAULT 'national' NOT NULL;--> statement-breakpoint
ALTER TABLE "further_support" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "further_support" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "further_support" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_reach" CHECK ("further_support"."reach" in ('national', 'department', 'local'));--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_place" CHECK ("further_support"."reach" = 'national' or "further_support"."postcode" is not null);--> statement-breakpoint
ALTER TABLE "further_support" ADD CONSTRAINT "further_support_point" CHECK (("further_support"."latitude" is null) = ("further_support"."longitude" is null));