import type { Translate } from "~/i18n/translate";

/** How far an event is, in whole kilometres. */
export const distanceText = (t: Translate, km: number) => (km < 1 ? t("events:distance.close") : t("events:distance.km", { count: km }));
