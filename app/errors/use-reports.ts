import { useEffect } from "react";
import type { SessionUser } from "#contract/accounts/current-user";
import { reports } from "./browser-reports";
import { statusOf } from "./status";

/** Sets the signed-in person of error reports, while the page knows them. */
export function useReporter(user: SessionUser | null) {
  useEffect(() => {
    reports.setUser(user);
    return () => reports.setUser(null);
  }, [user]);
}

/** How the framework names an error of the server in a page: the server has reported it already. */
const reportedByServer = "Unexpected Server Error";

/** Reports the error of an error page, when it happened in the browser. */
export function useErrorReport(error: unknown) {
  useEffect(() => {
    if (!(error instanceof Error) || error.message === reportedByServer) return;
    reports.report(error, statusOf(error));
  }, [error]);
}
