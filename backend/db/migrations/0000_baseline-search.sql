CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS citext;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION french_plain (COPY = french);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION french_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, french_stem;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION english_plain (COPY = english);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION english_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;
--> statement-breakpoint
-- The texts of a record as a search reads them, without capitals and accents. `unaccent` alone is no part of an index: it would change with the
-- dictionary of its name, which is fixed here. It begins with a space, as the words after the first one do.
CREATE FUNCTION searched_text(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 300
RETURN ' ' || lower(unaccent('unaccent'::regdictionary, array_to_string(parts, ' ')));
