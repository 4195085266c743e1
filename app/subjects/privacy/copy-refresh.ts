import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { DataRequest } from "#contract/law/privacy";

const withScript = 2_000;
const withoutScript = 10;

const underWay = (requests: DataRequest[]) => requests.some(({ kind, status }) => kind === "access" && status === "running");

/** For the loader: in how many seconds a page without script comes again while a copy is being made. */
export const refreshWhileCopying = (requests: DataRequest[]) => (underWay(requests) ? withoutScript : undefined);

/** With script, the page asks again every two seconds and stays where it is. */
export function useCopyUnderWay(requests: DataRequest[]) {
  const running = underWay(requests);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = running ? setInterval(revalidate, withScript) : undefined;
    return () => clearInterval(timer);
  }, [running, revalidate]);
}
