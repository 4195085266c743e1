import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

/** What journalists need at hand, as one file. */
export function PressKit({ version }: { version: string }) {
  const { t } = useTranslation("press");
  const { locale } = usePage();
  return (
    <section
      className="my-8 flex flex-wrap items-center justify-between gap-x-12 gap-y-5 rounded-2xl bg-primary-pale px-7 py-6"
      aria-labelledby="kit"
    >
      <div>
        <h2 id="kit" className="title-card">
          {t("kit.title")}
        </h2>
        <p className="mt-1">{t("kit.text")}</p>
      </div>
      <a className="btn" href={pathIn(locale, `/press/kit.zip?v=${version}`)} download rel="nofollow">
        <Icon of={Download} />
        {t("kit.cta")}
      </a>
    </section>
  );
}
