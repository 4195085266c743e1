import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { OwnReceipt } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

/** Tax receipts of whoever gave, with their files. */
export function OwnReceiptRows({ receipts, folder }: { receipts: OwnReceipt[]; folder: `/${string}` }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const day = (date: string) => writtenDay(locale, date);
  return (
    <ul className="rows">
      {receipts.map(({ id, number, amountCents, periodFrom, periodTo, issuedAt, isCancelled, isToReplace }) => (
        <li key={id}>
          <span className="min-w-0 flex-[1_1_14rem]">
            <strong>{number}</strong> <span className="whitespace-nowrap tabular-nums">{formatEuros(locale, amountCents)}</span>
            <small className="muted block">
              {periodFrom === periodTo ? day(periodFrom) : t("period", { from: day(periodFrom), to: day(periodTo) })}
            </small>
            {isCancelled || isToReplace ? (
              <small className="block font-semibold">{t(isCancelled ? "own.cancelled" : "own.toReplace")}</small>
            ) : (
              <small className="muted block">{t("own.issued", { day: day(franceDay(new Date(issuedAt))) })}</small>
            )}
          </span>
          {!isCancelled && (
            <Link to={`/contact?topic=donation&receipt=${number}`} className="font-semibold" aria-label={t("own.wrongOf", { number })}>
              {t("own.wrong")}
            </Link>
          )}
          <a
            className="btn btn-line"
            href={pathIn(locale, `${folder}/${id}/receipt.pdf`)}
            download
            aria-label={t("own.downloadOf", { number })}
          >
            <Icon of={Download} />
            {t("own.download")}
          </a>
        </li>
      ))}
    </ul>
  );
}
