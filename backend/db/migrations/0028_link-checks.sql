CREATE TABLE "link_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "link_checks_problem" CHECK ("link_checks"."problem" in ('gone', 'failing', 'silent', 'unknown_host', 'insecure', 'not_outside')),
	CONSTRAINT "link_checks_failures" CHECK ("link_checks"."failures" >= 0 and ("link_checks"."failures" > 0) = ("link_checks"."problem" is not null))
);
--> statement-breakpoint
CREATE INDEX "link_checks_age" ON "link_checks" USING btree ("checked_at");