import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/root";

/** The data of every page. */
export type RootData = Awaited<ReturnType<typeof loader>>;

export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}
