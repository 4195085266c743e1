import type { Locale } from "#contract/locale";
import type { PageCache } from "./page-cache.server";
import type { GroupReport, HourReport } from "./report";

const nothing = { hits: 0, stale: 0, misses: 0, evictions: 0, pages: 0, bytes: 0, oldest: 0 };

/** What the cache of this process did over 24 hours, and what it holds now, by group. */
export function cacheReport(cache: PageCache, locale: Locale): { groups: GroupReport[]; hours: HourReport[] } {
  const { groups: counts, hours } = cache.metrics.lastDay();
  const held = cache.groups();
  const say = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale === "en" ? "en-GB" : "fr-FR", options).format(value);
  const groups = [...new Set([...counts.keys(), ...held.keys()])].sort().map((group): GroupReport => {
    const { hits, stale, misses, evictions, pages, bytes, oldest } = { ...nothing, ...counts.get(group), ...held.get(group) };
    const all = hits + stale + misses;
    return {
      group,
      hits: say(hits),
      stale: say(stale),
      misses: say(misses),
      rate: all === 0 ? "–" : say((hits + stale) / all, { style: "percent", maximumFractionDigits: 1 }),
      pages: say(pages),
      bytes: say(Math.ceil(bytes / 1_000), { style: "unit", unit: "kilobyte" }),
      oldest: say(Math.round(oldest / 60_000), { style: "unit", unit: "minute" }),
      evictions: say(evictions),
    };
  });
  return { groups, hours: hours.map(({ at, hits, stale, misses }) => ({ at: at.toISOString(), served: hits + stale, made: misses })) };
}
