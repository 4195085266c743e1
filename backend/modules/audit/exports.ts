/** Values of filters: ids, words, days, figures. */
const isFilter = /^[\p{L}\p{N}_:.,-]{0,80}$/u;

/**
 * The query of an exported list as the log keeps it: with its filters, without what somebody typed into a search, which may be a name or an
 * address. Anything else that is no value of a filter goes too.
 */
export function loggedQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== "reason" && isFilter.test(name))
    .map(([name, value]) => `${name}=${value !== "" && (name === "q" || !isFilter.test(value)) ? "…" : encodeURIComponent(value)}`)
    .join("&");
}
