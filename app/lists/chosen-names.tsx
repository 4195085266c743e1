import { useTranslation } from "react-i18next";
import { typeset } from "#contract/formats/french-spaces";
import { usePage } from "~/ui/page-context";
import { FirstFew } from "./first-few";

/** Rows that a bulk action changes, by name: the first ones, and how many more. */
export function ChosenNames({ names, count }: { names: string[]; count: number }) {
  const { t } = useTranslation("lists");
  const { locale } = usePage();
  if (names.length === 0) return null;
  return (
    <div className="w-full">
      <FirstFew className="list-disc pl-5 sm:columns-2">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
          <li key={at} className="break-inside-avoid wrap-anywhere">
            {typeset(name, locale)}
          </li>
        ))}
      </FirstFew>
      {count > names.length && <p className="muted">{t("bulk.andMore", { count: count - names.length })}</p>}
    </div>
  );
}
