CREATE TABLE "search_synonym_rules" (
	"synonym_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"target" "tsquery" NOT NULL,
	"substitute" "tsquery" NOT NULL,
	CONSTRAINT "search_synonym_rules_synonym_id_locale_target_pk" PRIMARY KEY("synonym_id","locale","target")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"english" text DEFAULT 'none' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"words" jsonb NOT NULL,
	"also" jsonb NOT NULL,
	CONSTRAINT "search_synonyms_status" CHECK ("search_synonyms"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_words_length" CHECK (length("search_words"."word") between 3 and 24)
);
--> statement-breakpoint
CREATE TABLE "search_words_read" (
	"kind" text PRIMARY KEY NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"record_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_synonym_rules" ADD CONSTRAINT "search_synonym_rules_synonym_id_search_synonyms_id_fk" FOREIGN KEY ("synonym_id") REFERENCES "public"."search_synonyms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_synonym_rules_target" ON "search_synonym_rules" USING gist ("target");--> statement-breakpoint
CREATE INDEX "search_synonyms_by_position" ON "search_synonyms" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "search_synonyms_by_update" ON "search_synonyms" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "search_synonyms_status_by_position" ON "search_synonyms" USING btree ("status","position","id");--> statement-breakpoint
CREATE INDEX "search_synonyms_english" ON "search_synonyms" USING btree ("english");--> statement-breakpoint
CREATE INDEX "search_synonyms_searched" ON "search_synonyms" USING gin (searched_text("words"->>'fr', "words"->>'en', "also"->>'fr', "also"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_words_searched" ON "search_words" USING gin (searched_text("word") gin_trgm_ops);--> statement-breakpoint
-- The terms of a text of search_synonyms.
CREATE FUNCTION synonym_terms(VARIADIC written text[]) RETURNS TABLE (term text) LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT DISTINCT btrim(piece) FROM unnest(written) AS text, regexp_split_to_table(text, '[,;\n]') AS piece WHERE btrim(piece) <> '' $$;
--> statement-breakpoint
-- What a published record of synonyms makes of a search: one of its words, in either language, finds all of them and those beside them, in the
-- language of the texts that are searched.
CREATE FUNCTION keep_synonym_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_synonym_rules WHERE synonym_id = NEW.id;
  IF NEW.status = 'published' THEN
    INSERT INTO search_synonym_rules (synonym_id, locale, target, substitute)
    SELECT NEW.id, language.locale, typed.query, typed.query || found.query
    FROM (VALUES ('fr', 'french_plain'::regconfig), ('en', 'english_plain'::regconfig)) AS language (locale, config)
    CROSS JOIN LATERAL (
      -- As the search reads what is typed: a word with a hyphen is a phrase of its parts, and the same parts may be typed as words.
      SELECT websearch_to_tsquery(language.config, regexp_replace(term, '"|(^|\s)-+', ' ', 'g')) AS query
      FROM synonym_terms(NEW.words->>'fr', NEW.words->>'en')
      UNION
      SELECT plainto_tsquery(language.config, replace(term, '-', ' ')) FROM synonym_terms(NEW.words->>'fr', NEW.words->>'en')
    ) typed
    CROSS JOIN LATERAL (
      SELECT string_agg('(' || phraseto_tsquery(language.config, term)::text || ')', ' | ')::tsquery AS query
      FROM synonym_terms(NEW.words->>language.locale, NEW.also->>language.locale)
      WHERE numnode(phraseto_tsquery(language.config, term)) > 0
    ) found
    WHERE numnode(typed.query) > 0 AND numnode(found.query) > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_synonyms_rules AFTER INSERT OR UPDATE ON search_synonyms FOR EACH ROW EXECUTE FUNCTION keep_synonym_rules();
