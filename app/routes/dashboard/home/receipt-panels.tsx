import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import { pathIn } from "~/i18n/locale-of-path";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Asks for the address without which the law allows no receipt. */
export function AddressPanel() {
  const { t } = useTranslation("dashboard");
  return (
    <section className="rounded-2xl bg-sun p-6 text-ink">
      <h2 className="panel-title">{t("gifts.address.title")}</h2>
      <p className="mt-1">{t("gifts.address.text")}</p>
      <p className="actions mt-4">
        <ButtonLink variant="ink" to="/account/settings/profile">
          {t("gifts.address.cta")}
        </ButtonLink>
      </p>
    </section>
  );
}

const folder = "/dashboard/donator/fiscal-receipts";

/** The newest receipts of a donor, with their files. */
export function ReceiptsPanel({ receipts }: { receipts: NonNullable<Dashboard["gifts"]>["receipts"] }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  return (
    <Panel title={t("gifts.receipts.title")} link={{ to: folder, label: t("gifts.receipts.all") }}>
      <ul className="rows">
        {receipts.map(({ id, number, amountCents, periodTo }) => (
          <li key={id}>
            <span className="min-w-0 flex-1">
              <strong className="block">{formatEuros(locale, amountCents)}</strong>
              <small className="muted">
                {t("gifts.receipts.until", { day: writtenDay(locale, periodTo) })}, <span className="whitespace-nowrap">{number}</span>
              </small>
            </span>
            <a
              className="btn btn-line"
              href={pathIn(locale, `${folder}/${id}/receipt.pdf`)}
              download
              aria-label={t("gifts.receipts.downloadOf", { number })}
            >
              <Icon of={Download} />
              {t("gifts.receipts.download")}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
