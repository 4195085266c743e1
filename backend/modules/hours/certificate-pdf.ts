import type { Services } from "#backend/http/services";
import { signatureAt } from "#backend/modules/organisation/signature";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { hoursText } from "#contract/formats/hours";
import type { Locale } from "#contract/formats/locale";
import { writtenCode } from "#contract/formats/typed-code";
import type { volunteerCertificates } from "./tables.ts";

/** The certificate as it was issued: the same bytes each time, in a language. */
export async function certificatePdf(
  services: Pick<Services, "db" | "files" | "translate" | "settings">,
  row: typeof volunteerCertificates.$inferSelect,
  locale: Locale,
): Promise<Uint8Array> {
  const { translate, settings } = services;
  const signature = await signatureAt(services, row.createdAt);
  const t = (key: string, values = {}) => translate(locale, `hours:certificate.pdf.${key}`, values);
  const day = (date: string) => writtenDay(locale, date);
  const paragraph = (text: string) => ({ tag: "P" as const, text });
  const heading = (text: string) => ({ tag: "H2" as const, text });
  const organisation = settings.organisation;
  const checkUrl = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/certificates`;
  const period = { from: day(row.periodFrom), to: day(row.periodTo) };
  const about = row.sectorName ? t("gave", { ...period, sector: row.sectorName }) : t("gaveAnywhere", period);
  return taggedPdf({
    title: t("title"),
    author: organisation,
    locale,
    at: row.createdAt,
    blocks: [
      paragraph([organisation, settings.postalAddress].filter(Boolean).join("\n")),
      paragraph(t("number", { number: row.number })),
      paragraph(t("certifies", { organisation })),
      heading(row.holderName ?? ""),
      paragraph(about),
      heading(t("total", { hours: hoursText(locale, row.totalMinutes) })),
      ...row.lines.map(({ activity, from, to, entries, minutes }) =>
        paragraph(
          t("line", {
            activity: translate(locale, `hours:activity.${activity}`),
            ...{ from: day(from), to: day(to), hours: hoursText(locale, minutes), count: entries },
          }),
        ),
      ),
      {
        ...paragraph(t("made", { day: day(franceDay(row.createdAt)) })),
        picture: signature && { bytes: signature, alt: t("signature"), height: 50 },
      },
      heading(t("code", { code: writtenCode(row.checkCode) })),
      paragraph(t("check", { address: checkUrl })),
    ],
  });
}
