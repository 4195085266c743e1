import { useTranslation } from "react-i18next";
import type { DeclaredYear, FiledDeclaration } from "#contract/giving/annual-declarations";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** Each year with its sums of today, what was filed, and until when it is due. */
export function DeclaredYears({ years }: { years: DeclaredYear[] }) {
  const { t } = useTranslation("receipts");
  return (
    <ul className="rows" aria-label={t("declaration.yearsCaption")}>
      {years.map((one) => (
        <Year key={one.year} of={one} />
      ))}
    </ul>
  );
}

function Year({ of }: { of: DeclaredYear }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const { year, receipts, cents, state, filed } = of;
  return (
    <li>
      <span className="min-w-0 flex-[1_1_14rem]">
        <strong>{year}</strong>
        {filed.length === 0 && receipts > 0 && <Due of={of} />}
        {state === "none" && <small className="muted block">{t("declaration.noneCounts")}</small>}
        {state === "changed" && <Changed of={of} />}
        {filed.map((one) => (
          <Filed key={one.id} of={one} />
        ))}
        {state !== "running" && (
          <Link to={`/dashboard/admin/fiscal-receipts/declaration?year=${year}`} className="inline-block py-1 text-sm">
            {t("declaration.record", { year })}
          </Link>
        )}
      </span>
      <span className="text-end tabular-nums">
        <strong>{formatEuros(locale, cents)}</strong>
        <small className="muted block">{t("declaration.receipts", { count: receipts })}</small>
      </span>
    </li>
  );
}

function Due({ of: { dueOn, state } }: { of: DeclaredYear }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  if (!dueOn) return <small className="muted block">{t("declaration.dueWithoutDay")}</small>;
  return (
    <small className={state === "late" ? "block font-semibold text-danger" : "muted block"}>
      {t(state === "late" ? "declaration.late" : "declaration.due", { day: formatDate(locale, dueOn, "short") })}
    </small>
  );
}

function Changed({ of: { year, receipts, cents, filed } }: { of: DeclaredYear }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const [last] = filed;
  if (!last) return null;
  const sums = (of: { receipts: number; cents: number }) =>
    `${t("declaration.receipts", { count: of.receipts })}, ${formatEuros(locale, of.cents)}`;
  return (
    <small className="block font-semibold text-danger">
      {t("declaration.changed", { declared: sums(last), counting: sums({ receipts, cents }) })} {t("declaration.replaced")}{" "}
      <Link to={`/dashboard/admin/fiscal-receipts?year=${year}&state=cancelled`} className="inline-block py-1">
        {t("declaration.seeCancelled", { year })}
      </Link>
    </small>
  );
}

function Filed({ of }: { of: FiledDeclaration }) {
  const { t } = useTranslation("receipts");
  const { locale } = usePage();
  const { filedOn, reference, receipts, cents, recordedBy } = of;
  return (
    <small className="muted block wrap-anywhere">
      {t("declaration.filed", {
        count: receipts,
        ...{
          day: formatDate(locale, filedOn, "short"),
          reference,
          amount: formatEuros(locale, cents),
          by: recordedBy ?? t("declaration.nobody"),
        },
      })}
    </small>
  );
}
