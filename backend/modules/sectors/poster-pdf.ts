import type { Services } from "#backend/http/services";
import type { TextKey } from "#backend/http/translation";
import { posterPdf } from "#backend/pdf/poster";
import { blocksOf } from "#backend/pdf/tagged-pdf";
import { pointInFrance } from "#contract/formats/france-outline";
import { franceDay, franceWallTime, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { writtenTime, writtenWeekday } from "#contract/formats/weekday-names";
import { sectorOverview } from "./overview.ts";

type Deps = Pick<Services, "db" | "translate" | "settings" | "clock">;

/** The poster as one PDF page, with its date. It names managers who agreed to it, and the others by first name. */
export async function sectorPoster({ db, translate, settings, clock }: Deps, id: string, locale: Locale): Promise<Uint8Array> {
  const sector = await sectorOverview(db, id, clock());
  const t = (key: TextKey, values = {}) => translate(locale, key, values);
  const paragraphs = (text: Localized | null) => blocksOf(text ? readIn(locale, text).text : "").map((block) => block.text);
  const hours = sector.hours.map(({ weekday, opensAt, closesAt, kind, note }) => {
    const span = t("team:hours.span", { from: writtenTime(locale, opensAt), to: writtenTime(locale, closesAt) });
    const text = [`${span}, ${t(`team:hours.kind.${kind}`)}`, ...paragraphs(note)].join(". ");
    return t("sectors:pdf.line", { label: writtenWeekday(locale, weekday), text });
  });
  const place = [sector.postcode, sector.city].filter(Boolean).join(" ");
  const near = sector.others.slice(0, 3).flatMap(({ name, km }) => (km === null ? [] : [t("sectors:poster.neighbour", { name, km })]));
  const own = pointInFrance(sector.latitude, sector.longitude);
  const dates = sector.events.map(({ startsAt, title, placeName, online }) => {
    const start = new Date(startsAt);
    const day = writtenDay(locale, franceDay(start));
    const text = [...paragraphs(title), placeName || (online && t("events:online.only"))].filter(Boolean).join(", ");
    return t("sectors:pdf.line", {
      label: t("sectors:pdf.date", { day, time: writtenTime(locale, franceWallTime(start).slice(11)) }),
      text,
    });
  });
  const totals = (["kits", "kilograms", "hours"] as const).filter((name) => sector.impactTotals[name] > 0);
  const section = (title: TextKey, lines: (string | null)[]) => ({ title: t(title), lines: lines.filter((line) => line !== null) });
  const page = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/team/${sector.slug}`;
  const pageUrl = sector.kind === "local_team" && sector.status === "published" ? page : null;
  return posterPdf({
    title: sector.name,
    author: settings.organisation,
    locale,
    at: clock(),
    colour: settings.primaryColour,
    slogan: paragraphs(sector.slogan).join(" "),
    sections: {
      hours: section("team:hours.title", hours),
      place: section("sectors:poster.place", sector.addressLine || place ? [[sector.addressLine, place].filter(Boolean).join("\n")] : []),
      contact: section("sectors:poster.contact", [sector.phone, sector.email].filter(Boolean)),
      people: section(
        "sectors:managers.title",
        sector.managers.map(({ shown, firstName, lastName, email, phone }) =>
          shown ? [`${firstName} ${lastName}`, phone, email].filter(Boolean).join(", ") : firstName,
        ),
      ),
      zones: section("sectors:poster.zones", paragraphs(sector.zones)),
      bring: section("sectors:poster.bring", paragraphs(sector.bring)),
      here: section(
        "sectors:poster.here",
        sector.children.filter(({ status }) => status === "published").map(({ name }) => name),
      ),
      dates: section("sectors:poster.dates", dates),
      shops: section("sectors:poster.shops", sector.shops.length > 0 ? [sector.shops.map(({ name }) => name).join(", ")] : []),
      impactTotals: section(
        "sectors:poster.impactTotals",
        totals.map((name) => t(`sectors:impactTotals.${name}`, { count: sector.impactTotals[name] })),
      ),
      about: section("sectors:pdf.presentation", paragraphs(sector.presentation)),
    },
    map: {
      own,
      others: sector.others.flatMap(({ latitude, longitude }) => pointInFrance(latitude, longitude) ?? []),
      alt: t("sectors:poster.mapAlt", { name: sector.name }),
      caption: near.length > 0 ? t("sectors:poster.near", { sectors: near.join(", ") }) : "",
    },
    link: pageUrl ? { to: pageUrl, caption: t("sectors:poster.page"), alt: t("sectors:poster.code", { address: pageUrl }) } : null,
    footer: [settings.organisation, t("sectors:pdf.made", { day: writtenDay(locale, franceDay(clock())) })].join(" · "),
  });
}
