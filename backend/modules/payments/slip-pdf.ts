import type { Services } from "#backend/http/services";
import { amountInWords } from "#backend/pdf/amount-in-words";
import { taggedPdf } from "#backend/pdf/tagged-pdf";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { spacedIban } from "#contract/giving/bank-codes";
import { formatEuros } from "#contract/giving/money";
import type { DepositRecord } from "#contract/giving/takings";

/** The slip that goes to the bank with its cheques: the same bytes each time, in a language. */
export function slipPdf(
  { translate, settings }: Pick<Services, "translate" | "settings">,
  { deposit, at }: { deposit: DepositRecord; at: Date },
  locale: Locale,
): Promise<Uint8Array> {
  const t = (key: string, values = {}) => translate(locale, `payments:slip.${key}`, values);
  const euros = (cents: number) => formatEuros(locale, cents);
  const paragraph = (text: string) => ({ tag: "P" as const, text });
  const heading = (text: string) => ({ tag: "H2" as const, text });
  const { number, depositedOn, totalCents, items, preparedBy } = deposit;
  const { iban, holder } = settings.bank;
  const organisation = settings.organisation;
  return taggedPdf({
    title: t("title"),
    author: organisation,
    locale,
    at,
    blocks: [
      paragraph([organisation, settings.postalAddress].filter(Boolean).join("\n")),
      heading(t("number", { number })),
      paragraph(
        [
          t("account", { holder }),
          ...(iban ? [t("iban", { iban: spacedIban(iban) })] : []),
          t("day", { day: writtenDay(locale, depositedOn) }),
        ].join("\n"),
      ),
      ...items.map((item, index) =>
        paragraph(
          [
            t("line", { place: index + 1, name: item.name, amount: euros(item.amountCents) }),
            [item.bank, item.number && t("cheque", { number: item.number }), item.reference].filter(Boolean).join(", "),
          ]
            .filter(Boolean)
            .join("\n"),
        ),
      ),
      heading(t("total", { count: items.length, amount: euros(totalCents) })),
      paragraph(t("inWords", { words: amountInWords(locale, totalCents) })),
      paragraph(t("endorsed", { organisation })),
      paragraph(t("sign")),
      paragraph(t("stamp")),
      ...(preparedBy ? [paragraph(t("prepared", { name: preparedBy }))] : []),
    ],
  });
}
