import type { CustomTypeOptions, TFunction } from "i18next";

type Namespaces = (keyof CustomTypeOptions["resources"])[];

/** Translates a key of any namespace: `t("news:h1")`. */
export type Translate = TFunction<Namespaces>;
