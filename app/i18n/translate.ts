import type { CustomTypeOptions, TFunction } from "i18next";

export type Namespace = keyof CustomTypeOptions["resources"];

/** Translates a key of any namespace: `t("news:h1")`. */
export type Translate = TFunction<Namespace[]>;
