import { type Locale, languageTags } from "#contract/formats/locale";
import type { CacheMetrics } from "./cache-metrics.server";
import { type GroupReport, groupFigures, type HourReport } from "./cache-report";
import type { Held } from "./cache-usage.server";

type Cache = { metrics: CacheMetrics; groups(): Held };
type Figures = { hits: number; stale: number; misses: number; evictions: number; entries: number; bytes: number; oldest: number };

const nothing: Figures = { hits: 0, stale: 0, misses: 0, evictions: 0, entries: 0, bytes: 0, oldest: 0 };

/** The figures of a cache of this process over 24 hours, and its current content: by group, and in all. */
export function cacheReport(cache: Cache, locale: Locale): { groups: GroupReport[]; total: GroupReport; hours: HourReport[] } {
  const { groups: counts, hours } = cache.metrics.lastDay();
  const held = cache.groups();
  const rows = [...new Set([...counts.keys(), ...held.keys()])]
    .sort()
    .map((group) => ({ group, ...nothing, ...counts.get(group), ...held.get(group) }));
  const total = rows.reduce<Figures>((all, row) => {
    const sum = (name: keyof Figures) => all[name] + row[name];
    return {
      hits: sum("hits"),
      stale: sum("stale"),
      misses: sum("misses"),
      evictions: sum("evictions"),
      entries: sum("entries"),
      bytes: sum("bytes"),
      oldest: Math.max(all.oldest, row.oldest),
    };
  }, nothing);
  return {
    groups: rows.map(({ group, ...figures }) => ({ group, ...labelled(figures, locale) })),
    total: { group: "*", ...labelled(total, locale) },
    hours: hours.map(({ at, hits, stale, misses }) => ({ at: at.toISOString(), served: hits + stale, made: misses })),
  };
}

function labelled({ hits, stale, misses, evictions, entries, bytes, oldest }: Figures, locale: Locale) {
  const text = (value: number, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(languageTags[locale], options).format(value);
  const all = hits + stale + misses;
  const counts = { hits, stale, misses, evictions, entries, bytes, oldest };
  return {
    share: all === 0 ? null : (hits + stale) / all,
    idle: all + entries === 0,
    zeros: groupFigures.filter((name) => name !== "rate" && counts[name] === 0),
    hits: text(hits),
    stale: text(stale),
    misses: text(misses),
    rate: all === 0 ? "–" : text((hits + stale) / all, { style: "percent", maximumFractionDigits: 1 }),
    entries: text(entries),
    bytes: text(Math.ceil(bytes / 1_000), { style: "unit", unit: "kilobyte" }),
    oldest: text(Math.round(oldest / 60_000), { style: "unit", unit: "minute" }),
    evictions: text(evictions),
  };
}
