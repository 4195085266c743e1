-- Files that wait for their import are from before: they are sent again.
DELETE FROM "sheets";--> statement-breakpoint
ALTER TABLE "sheets" DROP COLUMN "cells";--> statement-breakpoint
ALTER TABLE "sheets" DROP COLUMN "report";