import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Menu } from "lucide";
import { useTranslation } from "react-i18next";
import type { CurrentUser } from "#contract/accounts/current-user";
import { sessionUserOf } from "#contract/accounts/session-user";
import { useReporter } from "~/errors/use-reports";
import { avatarAddress } from "~/images/image-url";
import { usePageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { useRootData } from "~/layouts/root-data";
import { Toasts } from "~/toasts/toasts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Brand, LogoSymbols } from "~/ui/logo";
import { currentLink, navigationTo } from "./navigation";
import { NavigationProgress } from "./navigation-progress";
import { OfficeNavigation } from "./office-navigation";
import { openPages } from "./open-pages.server";
import { useRouteEvents } from "./page-events";
import { useKeptUser } from "./stored-user";
import { useUpdateToast } from "./update-toast";
import { UserMenu } from "./user-menu";

export const handle = { shell: "office", hydrate: true, i18n: ["dashboard"] } as const;

/** Who is in the frame. It protects nothing: every page in it calls the gate itself. */
export async function loader({ context }: LoaderFunctionArgs) {
  const user = await context.session.user();
  // What error reports say of a person is in the page only where there are reports.
  const reporter = user && context.settings.sentryDsn ? sessionUserOf(user) : null;
  return { user: user && inFrame(user), reporter };
}

/** The part of the person that the frame shows and the browser keeps. */
function inFrame(user: CurrentUser) {
  const { id, role, firstName, lastName, permissions, documents, docToSign, legalDocuments, extraData } = user;
  const texts = legalDocuments.map(({ key, uuid }) => ({ type: key, uuid }));
  const toSign = docToSign && { type: docToSign.key, uuid: docToSign.uuid };
  return {
    id,
    role,
    name: `${firstName} ${lastName}`,
    permissions,
    documents,
    docToSign: toSign,
    legalDocuments: texts,
    extraData,
    open: openPages(user),
  };
}
export type FrameUser = NonNullable<Awaited<ReturnType<typeof loader>>["user"]>;

export default function OfficeLayout() {
  return (
    <OfficeFrame>
      <Outlet />
    </OfficeFrame>
  );
}

export function ErrorBoundary() {
  return (
    <main id="content" className="office-main">
      <OfficeError />
    </main>
  );
}

function OfficeFrame({ children }: { children: React.ReactNode }) {
  const { user, reporter } = useLoaderData<typeof loader>();
  // A page shows when all its texts are there: those it was not loaded with come first.
  useTranslation(usePageHandle().i18n);
  const { t } = useTranslation("dashboard");
  const { t: common } = useTranslation();
  const { pathname } = useLocation();
  const root = useRootData();
  useKeptUser(user);
  useReporter(reporter);
  useRouteEvents();
  const update = useUpdateToast();
  const toasts = [root?.toast, update].filter((toast) => !!toast);
  if (!user || !root) return children;
  const { settings } = root;
  const groups = navigationTo(user.open);
  const current = currentLink(groups, pathname);
  const avatar = avatarAddress(user.documents, { base: settings.bucketUrl, folder: settings.avatarFolder });
  const brand = <Brand to="/" label={common("header.logo", { product: settings.productName })} />;
  return (
    <div className="office">
      <a className="skip-link" href="#content">
        {common("header.skip")}
      </a>
      <LogoSymbols />
      <header className="office-bar">
        {brand}
        <div className="ml-auto flex items-center gap-2">
          <UserMenu user={user} avatar={avatar} id="bar" />
          <details className="office-menu" data-menu>
            <summary aria-label={t("nav.open")}>
              <Icon of={Menu} />
            </summary>
            <OfficeNavigation groups={groups} current={current} />
          </details>
        </div>
      </header>
      <aside className="office-side" aria-label={t("nav.space")}>
        {brand}
        <OfficeNavigation groups={groups} current={current} />
        <div className="mt-auto border-line border-t pt-3">
          <UserMenu user={user} avatar={avatar} id="side" full />
        </div>
      </aside>
      <main className="office-main" id="content">
        <NavigationProgress />
        {children}
      </main>
      <nav className="office-tabs" aria-label={t("nav.shortcuts")}>
        {groups
          .flatMap(({ links }) => links)
          .slice(0, 5)
          .map(({ label, to, icon }) => (
            <Link key={to} to={to} aria-current={to === current ? "page" : undefined}>
              <span>
                <Icon of={icon} />
              </span>
              {t(label)}
            </Link>
          ))}
      </nav>
      <Toasts toasts={toasts} />
    </div>
  );
}
