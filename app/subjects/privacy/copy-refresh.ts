import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { DataRequest } from "#contract/law/privacy";

const withScript = 2_000;
const withoutScript = 10;

const underWay = (requests: DataRequest[]) => requests.some(({ kind, status }) => kind === "access" && status === "running");

/** For the loader: the refresh interval in seconds of a page without script, while a copy is created. */
export const refreshWhileCopying = (requests: DataRequest[]) => (underWay(requests) ? withoutScript : undefined);

/** With script, the page reloads its data every two seconds. */
export function useCopyUnderWay(requests: DataRequest[]) {
  const running = underWay(requests);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = running ? setInterval(revalidate, withScript) : undefined;
    return () => clearInterval(timer);
  }, [running, revalidate]);
}
