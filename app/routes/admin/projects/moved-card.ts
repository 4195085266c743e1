import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** What the address calls the card of a project. */
export const cardOf = (id: string) => `project-${id}`;

/** A card that was moved stands elsewhere: the focus goes on with it. */
export function useFocusOnMoved() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of one card has the same hash, and a key of its own
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.querySelector("a")?.focus();
  }, [hash, key]);
}
