import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { routeChanged, updateAvailable } from "~/enhance/events";

/** Notifies the enhancement script that the page has changed without a new document. */
export function useRouteEvents() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with each page
  useEffect(() => {
    document.dispatchEvent(new Event(routeChanged));
  }, [key]);
}

/** Whether the server runs another build than this page's. */
export function useUpdateAvailable(): boolean {
  const [available, setAvailable] = useState(false);
  useEffect(() => {
    const showUpdate = () => setAvailable(true);
    document.addEventListener(updateAvailable, showUpdate);
    return () => document.removeEventListener(updateAvailable, showUpdate);
  }, []);
  return available;
}
