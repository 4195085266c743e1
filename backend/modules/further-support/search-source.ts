import { and, or, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { contentSource, hasEnglish } from "#backend/search/source";
import { furtherSupport, furtherSupportCategories, searchedInServices } from "./tables.ts";

export const searchSource = contentSource({
  kind: "support",
  types: ["further_support", "further_support_category"],
  table: furtherSupport,
  searched: searchedInServices(furtherSupport),
  title: { name: furtherSupport.name },
  body: { names: [furtherSupport.phone, furtherSupport.address], texts: [furtherSupport.description] },
  english: hasEnglish(furtherSupport.description),
  path: sql`'/further-support#' || case when ${furtherSupport.emergency} then 'urgent-' else 'service-' end || left(${furtherSupport.id}::text, 8)`,
  ownPage: false,
  visible: () =>
    and(
      onLine(furtherSupport),
      or(
        furtherSupport.emergency,
        sql`exists (select 1 from ${furtherSupportCategories} where ${furtherSupportCategories.id} = ${furtherSupport.categoryId} and ${onLine(furtherSupportCategories)})`,
      ),
    ),
});
