import { Lock } from "lucide";
import { useTranslation } from "react-i18next";
import { languageTags } from "#contract/formats/locale";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

type Props = { what: string; givers: string[] };

/** Replaces withheld data: says that it exists, which right is missing, and who may grant it. */
export function Withheld({ what, givers }: Props) {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  const names = new Intl.ListFormat(languageTags[locale], { type: "disjunction" }).format(givers);
  return (
    <div className="flex items-start gap-3">
      <Icon of={Lock} className="mt-1 size-5 shrink-0" />
      <div className="grid gap-2">
        <p className="font-semibold">{what}</p>
        <p>
          {t("withheld.right")} {givers.length > 0 ? t("withheld.askOf", { names }) : t("withheld.ask")}
        </p>
      </div>
    </div>
  );
}
