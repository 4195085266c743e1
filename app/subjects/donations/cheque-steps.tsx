import { useTranslation } from "react-i18next";
import { Facts } from "~/ui/facts";

type Props = { reference: string; to: { holder: string; postalAddress: string }; amount: string };

/** What to write on the cheque, and where to send it. */
export function ChequeSteps({ reference, to, amount }: Props) {
  const { t } = useTranslation("donate");
  const facts = [
    { label: t("cheque.payable"), value: to.holder },
    { label: t("payee.amount"), value: amount },
    { label: t("cheque.back"), value: <span className="font-mono text-lg">{reference}</span> },
    { label: t("cheque.send"), value: `${to.holder}, ${to.postalAddress}` },
  ];
  return (
    <section className="mt-10 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)]">
      <h2 className="title-section">{t("cheque.title")}</h2>
      <Facts facts={facts} className="mt-6 grid gap-4" />
    </section>
  );
}
