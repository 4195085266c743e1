import { useEffect, useState } from "react";
import { LostScript, reloadOnce } from "./lost-scripts";

/** Reloads a page whose script failed to load; true during the reload, when no error needs to be shown. */
export function useReload(error: unknown): boolean {
  const lost = error instanceof LostScript;
  const [given, setGiven] = useState<unknown>(null);
  useEffect(() => {
    if (lost && !reloadOnce()) setGiven(error);
  }, [lost, error]);
  return lost && given !== error;
}
