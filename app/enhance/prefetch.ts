const requested = new Set<string>();

/** Prefetches a page of this site when someone is about to open it, unless they save data. Hydrated pages do so themselves. */
export function prefetchOnIntent() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || document.getElementById("texts")) return;
  document.addEventListener("pointerover", intent, { passive: true });
  document.addEventListener("focusin", intent);
}

function intent({ target }: Event) {
  const link = (target as Element).closest?.<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin || link.rel || link.target || link.hasAttribute("download")) return;
  const url = link.href.split("#")[0] ?? "";
  if (
    requested.has(url) ||
    url === location.href.split("#")[0] ||
    /\/(login|logout|register|donations|api|dashboard|account)\b/.test(link.pathname)
  )
    return;
  requested.add(url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: url }));
}
