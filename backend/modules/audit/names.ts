import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { articles, tags } from "#backend/modules/articles/tables";
import { documents } from "#backend/modules/documents/tables";
import { faqCategories } from "#backend/modules/faq/tables";
import { furtherSupportCategories } from "#backend/modules/further-support/tables";
import { jobs } from "#backend/modules/jobs/tables";
import { projects } from "#backend/modules/projects/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { Localized } from "#contract/formats/localized";
import type { AuditRow } from "#contract/law/audit";

type Changes = AuditRow["changes"];

const inBothLanguages = (name: SQL) => sql`jsonb_build_object('fr', ${name})`;

/** What a field of another record may name by its id, and what people call it. Papers are left out: their names are their owners'. */
const sources: SQL[] = [
  sql`select ${users.id} as id, ${inBothLanguages(sql`${users.firstName} || ' ' || ${users.lastName}`)} as name from ${users}`,
  sql`select ${sectors.id}, ${inBothLanguages(sql`${sectors.name}`)} from ${sectors}`,
  sql`select ${registrationLinks.id}, ${inBothLanguages(sql`${registrationLinks.label}`)} from ${registrationLinks}`,
  sql`select ${documents.id}, ${inBothLanguages(sql`${documents.fileName}`)} from ${documents} where ${documents.visibility} = 'public' and ${documents.fileName} <> ''`,
  sql`select ${articles.id}, ${articles.title} from ${articles}`,
  sql`select ${tags.id}, ${tags.label} from ${tags}`,
  sql`select ${faqCategories.id}, ${faqCategories.name} from ${faqCategories}`,
  sql`select ${furtherSupportCategories.id}, ${furtherSupportCategories.name} from ${furtherSupportCategories}`,
  sql`select ${jobs.id}, ${jobs.title} from ${jobs}`,
  sql`select ${projects.id}, ${projects.name} from ${projects}`,
];

/** What the things are called now that these changes name by their ids, in one query; what is gone has no name. */
export async function namesIn(db: Db, changes: Changes[]): Promise<(one: Changes) => Record<string, Localized>> {
  const ids = [...new Set(changes.flatMap(idsIn))];
  const named = sql`select id, name from (${sql.join(sources, sql` union all `)}) named where id in ${ids}`;
  const { rows } = ids.length > 0 ? await db.execute<{ id: string; name: Localized }>(named) : { rows: [] };
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (one) => Object.fromEntries(idsIn(one).flatMap((id) => (names.has(id) ? [[id, names.get(id) as Localized]] : [])));
}

/** Ids that are a whole value: in a text or an address they name nothing. */
function idsIn(changes: Changes): string[] {
  return JSON.stringify(changes ?? {}).match(/(?<=")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/g) ?? [];
}
