import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { OfflineDoor } from "~/subjects/check-ins/offline-door";

export const handle = { i18n: ["door", "events"], webAssembly: true } as const satisfies PageHandle;

export const meta = pageMeta;

/**
 * The door without connection: a page that names nobody, which browsers store (decision 79) and show in place of the page of a door that cannot be
 * reached. What it shows of the event is in the browser; `#` in its address is the page of the door.
 */
export function loader({ context }: LoaderFunctionArgs) {
  return { title: context.t("titles:/dashboard/door") };
}

export default OfflineDoor;

export const ErrorBoundary = OfficeError;
