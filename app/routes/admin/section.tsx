import { Outlet } from "@remix-run/react";
import type { PageHandle } from "~/layouts/handle";
import { Breadcrumbs } from "~/layouts/office/breadcrumbs";
import { OfficeError } from "~/layouts/office/office-error";

export const handle = { i18n: ["lists"] } as const satisfies PageHandle;

/** The administration pages: breadcrumbs, then the page. */
export default function AdminSection() {
  return (
    <>
      <Breadcrumbs />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = OfficeError;
