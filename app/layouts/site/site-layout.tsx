import { Outlet, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StoredFormNotice } from "~/forms/stored-form-notice";
import type { PageHandle } from "~/layouts/handle";
import { useFormToLeave, usePageHandle } from "~/layouts/handle";
import { useRootData } from "~/layouts/root-data";
import { Toasts } from "~/toasts/toasts";
import { LogoSymbols } from "~/ui/logo";
import { SiteFooter } from "./footer";
import { BareHeader, SiteHeader } from "./header";
import { SearchTool } from "./search-tool";

export const handle = { shell: "site" } as const satisfies PageHandle;

/** Public pages: header, page, footer. */
export default function SiteLayout() {
  return <SiteFrame footer />;
}

/** The frame of public pages; login, registration and pending pages have it without the footer. */
export function SiteFrame({ footer }: { footer: boolean }) {
  const root = useRootData();
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { header = "light" } = usePageHandle();
  const leaves = useFormToLeave();
  return (
    <>
      <a className="skip-link" href="#content">
        {t("header.skip")}
      </a>
      <LogoSymbols />
      {root && leaves && <BareHeader form={leaves} path={pathname} search={search} settings={root.settings} />}
      {root && !leaves && (
        <SiteHeader variant={header} path={pathname} search={search} settings={root.settings}>
          <SearchTool />
        </SiteHeader>
      )}
      {root?.toast && <Toasts toasts={[root.toast]} />}
      {!footer && <StoredFormNotice className="mx-auto mt-6 w-[min(100%-2*var(--gutter),48rem)]" />}
      <Outlet />
      {footer && root && <SiteFooter />}
    </>
  );
}
