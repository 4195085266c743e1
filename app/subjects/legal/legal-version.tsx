import { Info, Printer } from "lucide";
import { useTranslation } from "react-i18next";
import type { PublicLegalText } from "#contract/law/legal-documents";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** Which version this is and since when; an earlier one says that it is over. */
export function LegalVersion({ legal, text, toSign }: { legal: string; text: PublicLegalText; toSign: boolean }) {
  const { t } = useTranslation("legal");
  const { locale } = usePage();
  const current = text.versions[0]?.version === text.version;
  const values = { version: text.version, date: formatDate(locale, text.publishedAt, "full") };
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
      {current ? (
        <p className="font-semibold">{t("version", values)}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sun px-5 py-3 font-semibold">
          <Icon of={Info} />
          {t("oldVersion", values)}
          <Link to={`/${legal}`} className="text-ink">
            {t("toCurrent")}
          </Link>
        </p>
      )}
      {text.locale !== locale && <p className="rounded-lg bg-beige px-5 py-3 font-semibold">{t("frenchOnly")}</p>}
      {toSign && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sun px-5 py-3 font-semibold">
          {t("toSign")}
          <Link to="/account/pending/documents" className="text-ink">
            {t("sign")}
          </Link>
        </p>
      )}
      <button type="button" data-print="" hidden className="btn btn-line print:hidden">
        <Icon of={Printer} />
        {t("print")}
      </button>
    </div>
  );
}
