CREATE EXTENSION IF NOT EXISTS citext;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION french_plain (COPY = french);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION french_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, french_stem;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION english_plain (COPY = english);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION english_plain ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;
