import { useTranslation } from "react-i18next";
import type { Translate } from "./translate";

/** Translates a key of any namespace the page has: `t("articles:list.title")`. */
export function useTranslate(): Translate {
  return useTranslation().t as unknown as Translate;
}
