import { eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { type PdfBlock, taggedPdf } from "#backend/pdf/tagged-pdf";
import type { TimelineFact } from "#contract/accounts/own-timeline";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { wholeTimeline } from "./timeline.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "declarations">;

/** A person's own time line as tagged text, in their language: a heading for each year. */
export async function timelinePdf(services: Deps, userId: string): Promise<Uint8Array | null> {
  const { db, clock, translate, settings } = services;
  const [person] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) return null;
  const { locale, firstName, lastName } = person;
  const now = clock();
  const t = (key: string, values = {}) => translate(locale, `tracking:own.${key}`, values);
  const { coming, past } = await wholeTimeline(services, userId, locale);
  const dayOf = ({ at }: TimelineFact) => franceDay(new Date(at));
  const line = (fact: TimelineFact): PdfBlock[] => [
    { tag: "P", text: `${writtenDay(locale, dayOf(fact))}. ${fact.title}` },
    ...(fact.text ? [{ tag: "P" as const, text: fact.text }] : []),
  ];
  const years = [...new Set(past.map((fact) => dayOf(fact).slice(0, 4)))];
  return taggedPdf({
    title: t("pdfTitle", { name: `${firstName} ${lastName}` }),
    author: settings.organisation,
    locale,
    at: now,
    blocks: [
      { tag: "P", text: t("pdfAt", { date: writtenDay(locale, franceDay(now)), organisation: settings.organisation }) },
      ...(coming.length > 0 ? [{ tag: "H2" as const, text: t("coming") }, ...coming.flatMap(line)] : []),
      ...years.flatMap((year) => [
        { tag: "H2" as const, text: year },
        ...past.filter((fact) => dayOf(fact).startsWith(year)).flatMap(line),
      ]),
      ...(coming.length + past.length === 0 ? [{ tag: "P" as const, text: t("empty") }] : []),
    ],
  });
}
