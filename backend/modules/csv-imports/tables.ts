import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";
import type { ImportReport } from "#contract/publishing/csv-imports";

/** The rows of a CSV file that an administrator is importing. */
export const sheets = pgTable(
  "sheets",
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** The path of the API that its rows are for. */
    subject: text().notNull(),
    fileName: text().notNull(),
    /** Lines of cells, of which the first names the columns. */
    cells: jsonb().$type<string[][]>().notNull(),
    /** The report; a file is imported once. */
    report: jsonb().$type<ImportReport>(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [index("sheets_age").on(t.createdAt), index("sheets_owner").on(t.ownerId)],
);
