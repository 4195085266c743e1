import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";

/** What a shop answered and which documents a student sent, in words. Translated here, so that the page needs no further namespace. */
export function ownNames({ shop, file }: Dashboard, t: Translate) {
  return {
    moments: shop?.moments.map((moment) => t(`register:choice.${moment}`)) ?? [],
    products: shop?.products.map((product) => t(`register:choice.${product}`)) ?? [],
    documents: Object.fromEntries(file?.documents.map(({ kind }) => [kind, t(`documents:kinds.${kind}`)]) ?? []),
  };
}
export type OwnNames = ReturnType<typeof ownNames>;
