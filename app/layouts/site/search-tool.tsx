import { X } from "lucide";
import { useTranslation } from "react-i18next";
import { SearchForm } from "~/forms/search-form";
import { pathIn } from "~/i18n/locale-of-path";
import { cachedFragment } from "~/ui/cached-fragment";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { searchLink } from "./navigation";
import { ToolLink } from "./tool-link";

/** The search: a box over the page, or without script a link to the search page. */
export const SearchTool = cachedFragment("search tool", () => {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <>
      <ToolLink link={searchLink} rel="search" />
      <dialog className="search-dialog" aria-label={t("header.search")} data-search-dialog>
        <SearchForm id="search" action={pathIn(locale, "/search")} label={t("search.label")} button={t("header.search")} />
        <form method="dialog">
          <button type="submit" aria-label={t("search.close")}>
            <Icon of={X} />
          </button>
        </form>
      </dialog>
    </>
  );
});
