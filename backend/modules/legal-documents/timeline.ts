import { sql } from "drizzle-orm";
import type { TimelineSource } from "#backend/timeline/source";
import { legalDocuments, signatures } from "./tables.ts";

/** The texts that the person signed. */
export const signedTexts: TimelineSource = {
  kind: "signature",
  from: sql`${signatures} join ${legalDocuments} on ${legalDocuments.id} = ${signatures.legalDocumentId}`,
  where: (userId) => sql`${signatures.userId} = ${userId}`,
  id: signatures.id,
  at: sql`${signatures.signedAt}`,
  values: sql`jsonb_build_object('fr', ${legalDocuments.title}->>'fr', 'en', ${legalDocuments.title}->>'en', 'version', ${legalDocuments.documentVersion})`,
  texts: (values, { locale, translate }) => ({
    title: translate("tracking:fact.signature", { title: values[locale] ?? values.fr, version: values.version }),
  }),
  figure: "tracking:figure.signatures",
};
