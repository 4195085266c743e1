import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { PrivateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { signatureAt } from "#backend/modules/organisation/signature";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { writtenCode } from "#contract/formats/typed-code";
import { formatEuros } from "#contract/giving/money";
import { untilText } from "./activating.ts";
import { namedMemberships } from "./list.ts";
import { memberships } from "./tables.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "translate" | "settings">;

/** The certificate of one's own active membership, with the code of the card in letters; null for any other. */
export const ownCertificate = (services: Deps, actor: Actor, id: string, locale: Locale) =>
  certificateOf(services, and(eq(memberships.id, id), eq(memberships.userId, actor.id)), locale);

/** The certificate of the active membership of somebody, which staff print or send. */
export async function memberCertificate(services: Deps, actor: Actor, id: string, locale: Locale): Promise<PrivateFile | null> {
  const file = await certificateOf(services, eq(memberships.id, id), locale);
  if (file) await recordChange(services.db, actor, { action: "membership.certify", entityType: "membership", entityId: id });
  return file;
}

async function certificateOf(services: Deps, which: SQL | undefined, locale: Locale): Promise<PrivateFile | null> {
  const { db, clock, translate, settings } = services;
  const certified = and(which, eq(memberships.status, "active"), isNotNull(memberships.number));
  const [found] = await namedMemberships(db).where(certified);
  const t = (key: string, values = {}) => translate(locale, `memberships:card.${key}`, values);
  const paragraph = (text: string) => ({ tag: "P" as const, text });
  const heading = (text: string) => ({ tag: "H2" as const, text });
  const userId = found?.row.userId;
  // Of an account that was deleted, only the dues remain.
  if (!found?.name || !userId) return null;
  const { row, plan, receivedCents } = found;
  const { organisation } = settings;
  const letters = (await issueCodes(services, "membership", [userId])).get(userId)?.letters;
  const from = writtenDay(locale, row.startDate);
  const period = [translate(locale, "memberships:since", { from }), untilText(translate, locale, row)].join(", ");
  const signature = await signatureAt(services, clock());
  const bytes = await taggedPdf({
    title: t("title"),
    author: organisation,
    locale,
    at: clock(),
    blocks: [
      paragraph([organisation, settings.postalAddress].filter(Boolean).join("\n")),
      paragraph(t("certifies", { organisation })),
      heading(found.name),
      paragraph(t("number", { number: row.number })),
      paragraph(t("plan", { plan: readIn(locale, plan.name).text })),
      heading(period),
      paragraph(t("paid", { amount: formatEuros(locale, receivedCents) })),
      {
        ...paragraph(t("made", { day: writtenDay(locale, franceDay(clock())) })),
        picture: signature && { bytes: signature, alt: t("signature"), height: 50 },
      },
      ...(letters ? [heading(t("code", { code: writtenCode(letters) }))] : []),
    ],
  });
  return { bytes, mime: "application/pdf", name: `${row.number}.pdf` };
}
