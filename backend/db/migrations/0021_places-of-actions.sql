ALTER TABLE "partners" ADD COLUMN "euro_at_till" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "towns" text;