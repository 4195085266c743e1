import { useEffect, useState } from "react";
import { LostScript, reloadOnce } from "./lost-scripts";

/** Reloads the page whose script did not come; true while that is under way, and the error is not worth a word. */
export function useReload(error: unknown): boolean {
  const lost = error instanceof LostScript;
  const [given, setGiven] = useState<unknown>(null);
  useEffect(() => {
    if (lost && !reloadOnce()) setGiven(error);
  }, [lost, error]);
  return lost && given !== error;
}
