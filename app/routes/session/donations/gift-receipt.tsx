import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { countryName, homeCountry } from "#contract/formats/country-names";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { CountryChoice } from "~/subjects/donations/countries.server";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { AddressFields } from "./address-form";
import { answerTo } from "./form-answer";

const schema = () => import("#contract/giving/pledge-donor").then(({ ReceiptAddress }) => ReceiptAddress);

type Props = {
  gift: OwnGiftRecord;
  /** Whether a receipt can still be requested. */
  asks: boolean;
  countries: CountryChoice[];
  answer: FormAnswer | undefined;
};

/** The state of a gift's receipt, and its address, which can change: a receipt that was issued keeps its own. */
export function GiftReceipt({ gift, asks, countries, answer }: Props) {
  const { t } = useTranslation("donations");
  const { locale } = usePage();
  const { address } = gift;
  return (
    <section className="grid gap-4">
      <h2 className="title-card">{t("receipt.title")}</h2>
      <p>{useReceiptText(gift)}</p>
      {gift.receipt && address && (
        <address className="border-l-4 border-beige-deep pl-4 not-italic">
          {address.street}
          <br />
          {address.postcode} {address.city}
          {address.country !== homeCountry && <span className="block">{countryName(locale, address.country)}</span>}
        </address>
      )}
      {gift.lacksLegalForm && (asks || gift.mayMove) && (
        <p>
          {t("receipt.legalForm")} <Link to="/contact">{t("receipt.contact")}</Link>
        </p>
      )}
      {gift.mayMove && <MoveForm gift={gift} countries={countries} answer={answer} />}
      {asks && <AskForm countries={countries} answer={answer} />}
      {!asks && (!gift.mayMove || gift.receivedCents > 0) && (
        <p>
          {t(gift.receipt ? "receipt.question" : "receipt.want")} <Link to="/contact">{t("receipt.contact")}</Link>
        </p>
      )}
    </section>
  );
}

function useReceiptText({ receipt, address, status, rhythm, receivedCents, donor }: OwnGiftRecord): string {
  const { t } = useTranslation("donations");
  if (!receipt) return t("receipt.none");
  if (status === "cancelled" && rhythm === "one_off" && receivedCents <= 0) return t("receipt.cancelled");
  if (!address) return t("receipt.gone");
  return t(`receipt.${rhythm === "one_off" && status !== "promised" ? "arrived" : "toCome"}.${donor}`);
}

function MoveForm({ gift: { address }, countries, answer }: Omit<Props, "asks">) {
  const { t } = useTranslation("donations");
  const options = { id: "move", answer: answerTo("move", answer), defaultValue: address ?? undefined };
  const [form, fields] = usePageForm(schema, options);
  return (
    <Form className="grid gap-5" {...getFormProps(form)}>
      <h3 className="text-lg">{t("move.title")}</h3>
      <p className="muted">{t("move.hint")}</p>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="move" />
      <AddressFields fields={fields} countries={countries} />
      <div>
        <Submit variant="line">{t("move.submit")}</Submit>
      </div>
    </Form>
  );
}

function AskForm({ countries, answer }: Pick<Props, "countries" | "answer">) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(schema, { id: "receipt", answer: answerTo("receipt", answer) });
  return (
    <Form className="grid gap-5" {...getFormProps(form)}>
      <h3 className="text-lg">{t("ask.title")}</h3>
      <p className="muted">{t("ask.hint")}</p>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="receipt" />
      <AddressFields fields={fields} countries={countries} />
      <div>
        <Submit variant="line">{t("ask.submit")}</Submit>
      </div>
    </Form>
  );
}
