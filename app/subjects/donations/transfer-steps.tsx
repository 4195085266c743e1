import { useTranslation } from "react-i18next";
import { spacedIban } from "#contract/giving/bank-codes";
import type { PledgePayment } from "#contract/giving/pledges";
import { Facts } from "~/ui/facts";
import { QrCode } from "~/ui/qr-code";
import type { QrPath } from "~/ui/qr-code.server";

type Account = { holder: string; iban: string; bic: string };
type Props = { pledge: Pick<PledgePayment, "reference" | "rhythm">; account: Account; code: QrPath | null; amount: string };

/** Account and reference to copy into one's bank, and the same as a code to scan. */
export function TransferSteps({ pledge: { reference, rhythm }, account, code, amount }: Props) {
  const { t } = useTranslation("donate");
  const copied = (text: string) => (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="font-mono text-lg break-words select-all">{text}</span>
      <button type="button" className="btn btn-line" data-copy={text} data-copied={t("transfer.copied")} hidden>
        <span aria-live="polite">{t("transfer.copy")}</span>
      </button>
    </span>
  );
  const facts = [
    { label: t("payee.holder"), value: account.holder },
    { label: t("payee.iban"), value: copied(spacedIban(account.iban)) },
    { label: t("payee.bic"), value: copied(account.bic) },
    { label: t("payee.amount"), value: amount },
    { label: t("payee.reference"), value: copied(reference) },
  ];
  return (
    <section className="mt-10 grid items-start gap-8 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)] lg:grid-cols-[1fr_auto]">
      <div>
        <h2 className="title-section">{t(`transfer.${rhythm}`)}</h2>
        <p className="mt-3 max-w-xl">{t("transfer.text")}</p>
        <Facts facts={facts} className="mt-6 grid gap-4" />
      </div>
      {code && (
        <figure className="grid max-w-60 gap-3">
          <QrCode code={code} label={t("transfer.qr")} />
          <figcaption className="text-sm">{t("transfer.qrHint")}</figcaption>
        </figure>
      )}
    </section>
  );
}
