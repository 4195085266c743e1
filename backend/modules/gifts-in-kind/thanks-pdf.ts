import type { Services } from "#backend/http/services";
import { signatureAt } from "#backend/modules/organisation/signature";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { GiftInKind } from "#contract/giving/gifts-in-kind";

/** The note of thanks on paper, in the language of whoever gave: what came and when, and that it is no tax receipt. */
export async function thanksPdf(
  services: Pick<Services, "db" | "files" | "clock" | "translate" | "settings">,
  { locale, name, description, receivedOn }: GiftInKind,
): Promise<Uint8Array> {
  const { clock, translate, settings } = services;
  const { organisation, postalAddress } = settings;
  const t = (key: string, values = {}) => translate(locale, `in-kind:note.${key}`, values);
  const paragraph = (text: string) => ({ tag: "P" as const, text });
  const signature = await signatureAt(services, clock());
  return taggedPdf({
    title: t("title"),
    author: organisation,
    locale,
    at: clock(),
    blocks: [
      paragraph([organisation, postalAddress].filter(Boolean).join("\n")),
      paragraph(t("thanks", { name, organisation, day: writtenDay(locale, receivedOn) })),
      { tag: "H2", text: description },
      paragraph(t("noValue")),
      {
        ...paragraph(t("made", { day: writtenDay(locale, franceDay(clock())) })),
        picture: signature && { bytes: signature, alt: t("signature"), height: 50 },
      },
    ],
  });
}
