import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The anchor of a project's card. */
export const cardOf = (id: string) => `project-${id}`;

/** After a move, the focus follows the card. */
export function useFocusOnMoved() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of one card has the same hash, and a key of its own
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.querySelector("a")?.focus();
  }, [hash, key]);
}
