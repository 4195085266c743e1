import { sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { organisationSettings } from "#backend/modules/organisation/tables";

const endOfCalendarYear = "31/12";

/** The end of the organisation's financial year as DD/MM, null where that is the calendar year or was never said. */
export async function otherYearEnd({ organisation }: Pick<Services, "organisation">): Promise<string | null> {
  const { receipts } = await organisation.stored();
  const end = receipts?.fiscalYearEnd ?? endOfCalendarYear;
  return end === endOfCalendarYear ? null : end;
}

/** The same as a condition: the financial year is the calendar year on a day. */
export const isCalendarYear = (
  today: string,
) => sql`coalesce((select ${organisationSettings.facts}->>'fiscalYearEnd' from ${organisationSettings}
  where ${organisationSettings.part} = 'receipts' and ${organisationSettings.validFrom} <= ${today}
  order by ${organisationSettings.validFrom} desc, ${organisationSettings.number} desc limit 1), ${endOfCalendarYear}) = ${endOfCalendarYear}`;
