import type { Services } from "#backend/http/services";
import { amountInWords } from "#backend/pdf/amount-in-words";
import { type PdfBlock, taggedPdf } from "#backend/pdf/tagged-pdf";
import { countryName } from "#contract/formats/country-names";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { ReceiptDonor, ReceiptIssuer } from "#contract/giving/fiscal-receipts";
import type { Source } from "./gifts.ts";

type Contents = {
  number: string;
  form: string;
  issuer: ReceiptIssuer;
  donor: ReceiptDonor;
  cents: number;
  /** In the order of their days. */
  sources: Source[];
  issuedAt: Date;
  /** Whether it certifies expenses that a volunteer gave up, and not money. */
  isOfExpenses: boolean;
  /** The numbers of the receipts that it replaces; empty where there are none. */
  replaces: string;
  /** The picture of the signature; null where the organisation has none. */
  signature: Uint8Array | null;
};

/** In points: the form and its signature fit on one page. */
const signatureHeight = 34;

/** The codes of the two forms of the tax office. */
const codes = { person: "2041-RD", company: "2041-MEC-SD" } as const;

const means = ["cash", "cheque", "transfer"] as const;

/** The digits stand between asterisks, so that none can be added: ***150,00 €***. */
const framed = (locale: Locale, cents: number) =>
  `***${new Intl.NumberFormat(locale === "fr" ? "fr-FR" : "en-GB", { style: "currency", currency: "EUR" }).format(cents / 100)}***`;

/**
 * The receipt as the tax office wants it, in French, and a page that says the same in English and is no receipt. Drawn once, when it is issued.
 */
export function receiptPdf({ translate }: Pick<Services, "translate">, receipt: Contents): Promise<Uint8Array> {
  const [first, ...english] = contents(translate, receipt, "en").map((block): PdfBlock => ({ ...block, locale: "en" }));
  const title = receipt.donor.kind === "company" ? "receipts:pdf.titleCompany" : "receipts:pdf.title";
  return taggedPdf({
    title: translate("fr", title),
    author: receipt.issuer.name,
    locale: "fr",
    at: receipt.issuedAt,
    archival: true,
    compact: true,
    blocks: [
      ...contents(translate, receipt, "fr"),
      { tag: "H2", text: translate("en", title), locale: "en", newPage: true },
      ...(first ? [first] : []),
      ...english,
    ],
  });
}

function contents(translate: Services["translate"], receipt: Contents, locale: Locale): PdfBlock[] {
  const t = (key: string, values = {}) => translate(locale, `receipts:pdf.${key}`, values);
  const day = (date: string) => writtenDay(locale, date);
  const heading = (key: string): PdfBlock => ({ tag: "H3", text: t(key) });
  const lines = (texts: (string | null | false | undefined)[]): PdfBlock => ({ tag: "P", text: texts.filter(Boolean).join("\n") });
  const ticked = (key: string, values = {}) => `☒ ${t(key, values)}`;
  const { issuer, donor, cents, sources, isOfExpenses, signature } = receipt;
  const goods = sources.filter(({ kind }) => kind === "in_kind");
  const days = sources.filter(({ kind }) => kind !== "in_kind").map(({ receivedOn }) => receivedOn);
  const [first] = days;
  const isCompany = donor.kind === "company";
  const country = countryName(locale, donor.country) ?? donor.country;
  return [
    lines([t("form", { form: receipt.form, code: codes[donor.kind] }), t("number", { number: receipt.number })]),
    ...(receipt.replaces ? [lines([t("replaces", { number: receipt.replaces })])] : []),
    heading("issuer"),
    lines([
      issuer.name,
      issuer.legalForm,
      [issuer.siren && t("siren", { number: issuer.siren }), issuer.rna && t("rna", { number: issuer.rna })].filter(Boolean).join(", "),
      issuer.postalAddress,
      t("object", { object: issuer.object }),
    ]),
    lines([
      issuer.recognisedOn !== null &&
        issuer.decree !== null &&
        ticked("recognised", { day: day(issuer.recognisedOn), decree: issuer.decree }),
      ticked(issuer.regime === "75" ? "aid" : "generalInterest"),
    ]),
    heading("donor"),
    lines([
      isCompany ? donor.company : donor.name,
      isCompany && donor.legalForm,
      isCompany && donor.siren && t("siren", { number: donor.siren }),
      donor.street,
      [donor.postcode, donor.city].filter(Boolean).join(" "),
      country,
    ]),
    heading("gift"),
    lines([
      t(acknowledged(isOfExpenses, days.length > 0, goods.length > 0)),
      t("amount", { amount: framed(locale, cents) }),
      t("inWords", { words: amountInWords(locale, cents) }),
    ]),
    ...(first ? [lines([whenOf(t, isOfExpenses, days.map(day))])] : []),
    ...goods.map(({ receivedOn, description, cents: value }) =>
      lines([t("inKindOf", { day: day(receivedOn), description, amount: framed(locale, value) })]),
    ),
    lines([t(isCompany ? "certifiesCompany" : "certifiesPerson"), ticked(isCompany ? "article238bis" : "article200")]),
    ...natureOf(receipt).map(([label, ...found]) => lines([t(label), ...found.map((key) => ticked(key))])),
    {
      ...lines([
        t("made", { day: day(franceDay(receipt.issuedAt)) }),
        t("signed", { name: issuer.signatory, quality: issuer.signatoryQuality }),
      ]),
      // The page in English is no receipt: it bears none.
      picture: locale === "fr" ? pictureOf(signature, t("signature", { name: issuer.signatory })) : null,
    },
    lines([t("note")]),
  ];
}

const pictureOf = (signature: Uint8Array | null, alt: string) => signature && { bytes: signature, alt, height: signatureHeight };

function acknowledged(isOfExpenses: boolean, hasMoney: boolean, hasGoods: boolean) {
  if (isOfExpenses) return "acknowledgesExpenses";
  return hasGoods ? (hasMoney ? "acknowledgesBoth" : "acknowledgesInKind") : "acknowledges";
}

/** The day of what is certified, or its first and last day. */
function whenOf(t: (key: string, values?: object) => string, isOfExpenses: boolean, days: string[]): string {
  const [from = "", to = from] = [days[0], days.at(-1)];
  if (days.length === 1) return t(isOfExpenses ? "dayOfExpense" : "day", { day: from });
  return t(isOfExpenses ? "expenses" : "payments", { count: days.length, from, to });
}

/** The form and nature of a gift, and by which means its money came, each with what is ticked; goods and expenses that were given up have no means. */
function natureOf({ sources, isOfExpenses }: Contents): [string, ...string[]][] {
  const money = sources.filter(({ kind }) => kind === "payment");
  const methods = new Set(money.map(({ method }) => (method === "cash" || method === "cheque" ? method : "transfer")));
  const natures = [...(money.length > 0 ? ["money"] : []), ...(sources.some(({ kind }) => kind === "in_kind") ? ["otherInKind"] : [])];
  const came: [string, ...string[]][] =
    money.length > 0 ? [["means", ...means.filter((one) => methods.has(one)).map((one) => `method.${one}`)]] : [];
  return isOfExpenses
    ? [
        ["formOfGift", "otherForm"],
        ["nature", "expensesGivenUp"],
      ]
    : [["formOfGift", "manualGift"], ["nature", ...natures], ...came];
}
