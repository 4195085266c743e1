import { type DemoRow, type DemoSubject, dayAfter, readDemo } from "#backend/content/demo-rows";
import { trackingEntries } from "./tables.ts";

type Row = DemoRow & {
  about: string;
  author: string;
  daysAgo: number;
  actionInDays?: number;
  assignee?: string;
  done?: boolean;
} & Pick<typeof trackingEntries.$inferInsert, "kind" | "title" | "body" | "visibility">;

const day = 86_400_000;

/** Entries of the last weeks about people of the demonstration, who are named by their e-mail addresses. */
export const demo: DemoSubject = async ({ tx, now, people }) => {
  const rows = readDemo<Row[]>("tracking").flatMap(({ about, author, daysAgo, actionInDays, assignee, done, ...row }) => {
    const [subjectUserId, authorId] = [people.get(about), people.get(author)];
    if (!subjectUserId || !authorId) return [];
    const at = new Date(now.getTime() - daysAgo * day);
    return {
      ...{ ...row, subjectUserId, authorId, occurredAt: at, createdAt: at, updatedAt: at },
      nextActionAt: dayAfter(now, actionInDays),
      nextActionUserId: (assignee && people.get(assignee)) || null,
      doneAt: done ? now : null,
    };
  });
  if (rows.length > 0) await tx.insert(trackingEntries).values(rows);
};
