import { Mail } from "lucide";
import { useTranslation } from "react-i18next";
import { pathIn } from "~/i18n/locale-of-path";
import { useRootData } from "~/root-data";
import { Icon } from "./icon";
import { usePage } from "./page-context";

/** Passes a page on: a letter with its title and its address in the reader's language. */
export function ShareByMail({ title, path }: { title: string; path: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const address = `${useRootData()?.settings.publicUrl}${pathIn(locale, path)}`;
  return (
    <a
      className="inline-flex items-center gap-3 justify-self-start font-semibold text-ink no-underline hover:underline"
      href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
    >
      <span className="grid size-11 place-items-center rounded-link bg-beige">
        <Icon of={Mail} />
      </span>
      {t("shareByMail")}
    </a>
  );
}
