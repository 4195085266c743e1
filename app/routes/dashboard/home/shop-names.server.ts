import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { ShopNames } from "./shop-panel";

/** What a shop answered, in words. Translated here, so that the page needs no further namespace. */
export function shopNamesOf({ shop }: Dashboard, t: Translate): ShopNames {
  if (!shop) return { moments: [], products: [] };
  return {
    moments: shop.moments.map((moment) => t(`register:choice.${moment}`)),
    products: shop.products.map((product) => t(`register:choice.${product}`)),
  };
}
