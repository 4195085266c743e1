import { integer, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** Who was sent a greeting for the birthday of a year: one a year, whoever sends it. */
export const birthdayGreetings = pgTable(
  "birthday_greetings",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    year: integer().notNull(),
    sentBy: uuid()
      .notNull()
      .references(() => users.id),
    sentAt: instant().notNull(),
  },
  (t) => [unique("birthday_greetings_once_a_year").on(t.userId, t.year)],
);
