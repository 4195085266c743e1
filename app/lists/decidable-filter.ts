import { useTranslation } from "react-i18next";
import type { Filter } from "./filter";

/** The filter of what the reader decides on, in a list that has their own rows too, which somebody else decides on. */
export function useDecidableFilter(value: "yes" | undefined): Filter {
  const { t } = useTranslation("lists");
  return { name: "decidable", label: t("decidable.filter"), value, choices: [{ value: "yes", label: t("decidable.yes") }] };
}
