import { eq, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { onLine } from "#backend/content/routes";
import { events } from "#backend/modules/events/tables";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { pageTexts } from "#backend/modules/page-texts/tables";
import { partners } from "#backend/modules/partners/tables";
import { portraits } from "#backend/modules/portraits/tables";
import { press } from "#backend/modules/press/tables";
import { retentionPolicies } from "#backend/modules/privacy/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { editablePages } from "#contract/publishing/page-texts";
import type { ShownKind } from "#contract/publishing/search";

const newest = (kind: ShownKind, table: PgTable, column: PgColumn, where?: SQL) =>
  sql`select ${kind}::text as kind, max(${column}) as last from ${table}${where ? sql` where ${where}` : sql``}`;

const newestOnLine = (kind: ShownKind, table: PgTable & { updatedAt: PgColumn }) => newest(kind, table, table.updatedAt, onLine(table));

/** When what pages of one address show was changed last, besides what the search finds: a row for each kind, null where there is none. */
export function otherChanges(now: Date): SQL {
  return sql.join(
    [
      newestOnLine("press", press),
      newestOnLine("partner", partners),
      newestOnLine("portrait", portraits),
      newestOnLine("testimonial", testimonials),
      newestOnLine("event", events),
      newest("figures", monthlyRecords, monthlyRecords.updatedAt),
      newest("retention", retentionPolicies, retentionPolicies.updatedAt),
      ...editablePages.map((page) => newest(page, pageTexts, pageTexts.updatedAt, eq(pageTexts.page, page))),
      ...publicLegalKeys.map((key) =>
        newest(
          key,
          legalDocuments,
          legalDocuments.publishedAt,
          sql`${eq(legalDocuments.key, key)} and ${lte(legalDocuments.publishedAt, now)}`,
        ),
      ),
    ],
    sql` union all `,
  );
}
