import { useEffect } from "react";
import { usePage } from "~/ui/page-context";
import { codeReader } from "./code-reader";

/** Once there is a list, the worker stores the page of doors without connection, with the scripts that this page has loaded, the reader of codes too. */
export function useStoredShell(hasList: boolean) {
  const { locale } = usePage();
  useEffect(() => {
    if (hasList) void store(locale).catch(() => {});
  }, [hasList, locale]);
}

async function store(language: string) {
  if (!("serviceWorker" in navigator)) return;
  await Promise.race([codeReader().catch(() => {}), new Promise((soon) => setTimeout(soon, 10_000))]);
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ type: "KEEP_DOOR", language, files });
}
