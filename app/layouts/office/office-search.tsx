import { Form } from "@remix-run/react";
import { Search } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { useSearchKeys } from "./search-keys";

/** Searches for a tool or a person from any page; results are on a separate page. Its keys need a script, and are shown with one only. */
export function OfficeSearch() {
  const { t } = useTranslation("dashboard");
  useSearchKeys();
  return (
    <Form role="search" aria-label={t("search.everywhere")} action="/dashboard/tools" className="office-search">
      <input
        type="search"
        name="q"
        className="control rounded-full pl-11"
        placeholder={t("search.placeholder")}
        aria-label={t("search.label")}
        aria-keyshortcuts="Control+K Meta+K"
        data-office-search=""
        maxLength={200}
      />
      <Icon of={Search} />
      <span aria-hidden="true">{t("search.keys")}</span>
    </Form>
  );
}
