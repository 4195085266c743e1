import type { SQL, SQLWrapper } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import type { TextKey } from "#backend/http/translation";
import type { Locale } from "#contract/formats/locale";

/** What a fact says: a line, and a text under it where there is one. */
export type FactTexts = { title: string; text?: string | null };
export type FactValues = Record<string, string | number | null>;
export type FactTools = { locale: Locale; translate: (key: TextKey, values?: Record<string, unknown>) => string };

/** A kind of facts about a person, which they read in their own time line. It holds only what that person may read. */
export type TimelineSource = {
  kind: string;
  /** The rows of a person, after `from`, with what has to hold for each. */
  from: SQL;
  where: (userId: string) => SQL;
  id: SQLWrapper;
  /** When it happened, or will: a `timestamptz`. */
  at: SQL;
  /** What its texts need, as `jsonb`. */
  values: SQL;
  texts: (values: FactValues, tools: FactTools) => FactTexts;
  /** The key of its figure at the top of the page, which counts what has happened; its text says how many. */
  figure?: TextKey;
  /** Of people who are helped, staff read it with the right to restricted data alone. */
  restricted?: boolean;
};

export type TimelineDeps = Pick<Services, "db" | "clock" | "translate" | "declarations">;
