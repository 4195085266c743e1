CREATE TABLE "faq_votes" (
	"question_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"day" date NOT NULL,
	"yes" integer DEFAULT 0 NOT NULL,
	"no" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "faq_votes_question_id_locale_day_pk" PRIMARY KEY("question_id","locale","day"),
	CONSTRAINT "faq_votes_counted" CHECK ("faq_votes"."yes" >= 0 and "faq_votes"."no" >= 0 and "faq_votes"."yes" + "faq_votes"."no" > 0)
);
--> statement-breakpoint
CREATE TABLE "dismissed_searches" (
	"digest" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unanswered_searches" (
	"words" text NOT NULL,
	"locale" text NOT NULL,
	"day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "unanswered_searches_day_locale_words_pk" PRIMARY KEY("day","locale","words"),
	CONSTRAINT "unanswered_searches_words_alone" CHECK (length("words") between 2 and 60 and "words" !~ '@|[0-9]{5}'),
	CONSTRAINT "unanswered_searches_counted" CHECK ("unanswered_searches"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "faq_questions" ADD COLUMN "helpful_yes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_questions" ADD COLUMN "helpful_no" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_votes" ADD CONSTRAINT "faq_votes_question_id_faq_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."faq_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unanswered_searches_words" ON "unanswered_searches" USING btree ("words","locale");--> statement-breakpoint
-- Six months tell what people look for in every season of a term.
INSERT INTO retention_policies (data_kind, months, days) VALUES ('searches', 6, 0);
