import type { SectorPage } from "#contract/charity/sectors";
import type { Locale } from "#contract/formats/locale";
import type { PublicSettings } from "~/api/settings.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { Translate } from "~/i18n/translate";
import { sectorData } from "~/search/structured-data";

/** The team as search engines read it. */
export function sectorFacts(settings: PublicSettings, locale: Locale, t: Translate, sector: SectorPage) {
  const { name, slug, email, phone, addressLine, postcode, city, hours } = sector;
  return sectorData(settings, {
    name: `${settings.organisation} ${name}`,
    url: settings.publicUrl + pathIn(locale, `/team/${slug}`),
    email: email ?? undefined,
    telephone: phone ?? undefined,
    place: city ? { street: addressLine ?? undefined, postcode: postcode ?? undefined, city } : undefined,
    hours: hours.map(({ kind, ...one }) => ({ ...one, name: t(`team:hours.kind.${kind}`) })),
  });
}
