import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import type { KitContents } from "~/subjects/press/kit.server";
import { Icon } from "~/ui/icon";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** What journalists need at hand, as one file: what is in it, and how heavy it is. */
export function PressKit({ kit: { version, bytes, logos, drawings, patterns } }: { kit: KitContents }) {
  const { t } = useTranslation("press");
  const { locale } = usePage();
  const holds = [t("kit.item.texts"), t("kit.item.pictures", { logos, drawings, patterns }), t("kit.item.terms")];
  return (
    <section
      className="my-8 grid gap-x-16 gap-y-6 rounded-2xl bg-primary-pale px-7 py-7 lg:grid-cols-[1fr_auto] lg:items-center"
      aria-labelledby="kit"
    >
      <div>
        <h2 id="kit" className="title-card">
          {t("kit.title")}
        </h2>
        <p className="mt-1">{t("kit.text")}</p>
        <ul className="mt-4 grid list-disc gap-1 pl-5" aria-label={t("kit.holds")}>
          {holds.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
      <p className="grid justify-items-start gap-2 lg:justify-items-center">
        <a className="btn" href={pathIn(locale, `/press/kit.zip?v=${version}`)} download rel="nofollow">
          <Icon of={Download} />
          {t("kit.cta")}
        </a>
        <span className="text-sm">{t("kit.size", { size: formatNumber(locale, Math.ceil(bytes / 10_000) / 100) })}</span>
      </p>
    </section>
  );
}
