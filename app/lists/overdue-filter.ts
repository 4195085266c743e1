import { useTranslation } from "react-i18next";
import type { Filter } from "./filter";

/** The filter of what has waited for longer than promised, in a list whose query has `due`. */
export function useOverdueFilter(value: "late" | undefined): Filter {
  const { t } = useTranslation("lists");
  return { name: "due", label: t("due.filter"), value, choices: [{ value: "late", label: t("due.late") }] };
}
