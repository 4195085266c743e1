import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "./office-layout";

/** Whether the reader is an administrator: a page that opens to others as well hides what leads to pages and acts of administrators. */
export const useIsAdmin = () => useRouteLoaderData<typeof loader>("layouts/office/office-layout")?.user?.role === "ADMIN";
