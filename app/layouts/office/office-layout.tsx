import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Menu, Search } from "lucide";
import { useTranslation } from "react-i18next";
import type { CurrentUser } from "#contract/accounts/current-user";
import { inboxApi } from "#contract/accounts/inbox";
import { sessionUserOf } from "#contract/accounts/session-user";
import { type Task, tasksApi } from "#contract/accounts/tasks";
import { type WorkQueues, workQueuesApi } from "#contract/charity/work-queues";
import { ApiError } from "~/api/api-error";
import { useReporter } from "~/errors/use-reports";
import { storedFormsOf } from "~/forms/stored-form.server";
import { StoredFormNotice } from "~/forms/stored-form-notice";
import type { Translate } from "~/i18n/translate";
import { avatarUrl } from "~/images/image-url";
import type { PageHandle } from "~/layouts/handle";
import { usePageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { useRootData } from "~/layouts/root-data";
import { Toasts } from "~/toasts/toasts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Brand, LogoSymbols } from "~/ui/logo";
import { PageTimeProvider } from "~/ui/now";
import { EntryTabs } from "./entry-tabs";
import { barEntries, currentEntry, entryPath, navigationTo } from "./navigation";
import { NavigationProgress } from "./navigation-progress";
import { InboxBell } from "./notices/inbox-bell";
import { OfficeNavigation, WaitingCount } from "./office-navigation";
import { OfficeSearch } from "./office-search";
import { openPages } from "./open-pages.server";
import { useRouteEvents } from "./page-events";
import { useScanToasts } from "./scan-toasts";
import { useStoredUser } from "./stored-user";
import { useUpdateToast } from "./update-toast";
import { UserMenu } from "./user-menu";

export const handle = { shell: "office", hydrate: true, i18n: ["dashboard"] } as const satisfies PageHandle;

/** The person shown in the layout. It is no access check: every page calls the gate itself. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.session.user();
  // The user of error reports is in the page only when reports are configured.
  const reporter = user && context.settings.sentryDsn ? sessionUserOf(user) : null;
  const frame = user && layoutUserOf(user);
  const readsQueues = frame?.open.includes("/dashboard/tools");
  const readsInbox = frame?.open.includes("/account/inbox");
  const [queues, storedForms, inbox, tasks] = await Promise.all([
    readsQueues ? queuesFor(context) : {},
    frame ? storedFormsOf({ request, context }) : undefined,
    readsInbox ? inboxFor(context) : null,
    // Only who has lists starts tasks.
    readsQueues ? tasksFor(context) : null,
  ]);
  return { user: frame, reporter, queues, storedForms, inbox, tasks, now: new Date().toISOString() };
}

/** The counts of work queues for this person; without them the page still works. */
async function queuesFor({ api }: LoaderFunctionArgs["context"]): Promise<WorkQueues["queues"]> {
  try {
    return (await api.call(workQueuesApi.mine)).queues;
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** The unread notices of this person; without them the page still works. */
async function inboxFor({ api }: LoaderFunctionArgs["context"]) {
  try {
    return await api.call(inboxApi.summary);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The tasks of this person under way, and their files; without them the page still works. */
async function tasksFor({ api, t }: LoaderFunctionArgs["context"]) {
  try {
    const { underWay, latest, files } = await api.call(tasksApi.summary);
    return { underWay, latest: latest.map((task) => menuTask(t, task)), files: files.map((task) => menuTask(t, task)) };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** A task in words of the reader's language. */
const menuTask = (t: Translate, { id, title, total, done, leftOut, failed, file }: Task) => ({
  ...{ id, total, done, file, handled: done + leftOut + failed },
  title: t(title as never, { count: total } as never) as unknown as string,
});

/** The part of the person that the layout shows and the browser stores. */
function layoutUserOf(user: CurrentUser) {
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
export type LayoutUser = NonNullable<Awaited<ReturnType<typeof loader>>["user"]>;
export type MenuTasks = Awaited<ReturnType<typeof tasksFor>>;

export default function OfficeLayout() {
  const { now } = useLoaderData<typeof loader>();
  return (
    <PageTimeProvider value={now}>
      <OfficeShell>
        <Outlet />
      </OfficeShell>
    </PageTimeProvider>
  );
}

export function ErrorBoundary() {
  return (
    <main id="content" className="office-main">
      <OfficeError />
    </main>
  );
}

function OfficeShell({ children }: { children: React.ReactNode }) {
  const { user, reporter, queues, inbox, tasks } = useLoaderData<typeof loader>();
  // A page is shown once all its texts are loaded.
  useTranslation(usePageHandle().i18n);
  const { t } = useTranslation("dashboard");
  const { t: common } = useTranslation();
  const { pathname } = useLocation();
  const root = useRootData();
  useStoredUser(user);
  useReporter(reporter);
  useRouteEvents();
  const update = useUpdateToast();
  const scans = useScanToasts(user?.id);
  const toasts = [root?.toast, update, ...scans].filter((toast) => !!toast);
  if (!user || !root) return children;
  const { settings } = root;
  const groups = navigationTo(user.open);
  const current = currentEntry(groups, pathname);
  const searches = user.open.includes("/dashboard/tools");
  const avatar = avatarUrl(user.documents, { base: settings.bucketUrl, folder: settings.avatarFolder });
  const brand = <Brand to="/" label={common("header.logo", { product: settings.productName })} logoId={settings.logoId} />;
  return (
    <div className="office">
      <a className="skip-link" href="#content">
        {common("header.skip")}
      </a>
      <LogoSymbols />
      <header className="office-bar">
        {brand}
        <div className="ml-auto flex items-center">
          {searches && (
            <Link to="/dashboard/tools" className="office-round" aria-label={t("search.label")}>
              <Icon of={Search} />
            </Link>
          )}
          {inbox && <InboxBell id="bar" {...inbox} />}
          <UserMenu user={user} avatar={avatar} tasks={tasks} id="bar" />
          <details className="office-menu" data-menu>
            <summary aria-label={t("nav.open")}>
              <Icon of={Menu} />
            </summary>
            <OfficeNavigation groups={groups} current={current} queues={queues} />
          </details>
        </div>
      </header>
      <aside className="office-side" aria-label={t("nav.space")}>
        <div className="flex items-center justify-between">
          {brand}
          {inbox && <InboxBell id="side" {...inbox} />}
        </div>
        {searches && <OfficeSearch />}
        <OfficeNavigation groups={groups} current={current} queues={queues} />
        <div className="mt-auto border-line border-t pt-3">
          <UserMenu user={user} avatar={avatar} tasks={tasks} id="side" full />
        </div>
      </aside>
      <main className="office-main" id="content">
        <NavigationProgress />
        <EntryTabs entry={current} queues={queues} />
        <StoredFormNotice />
        {children}
      </main>
      <nav className="office-tabs" aria-label={t("nav.shortcuts")}>
        {barEntries(groups).map((entry) => (
          <Link key={entry.label} to={entryPath(entry, queues)} aria-current={entry.label === current?.label ? "page" : undefined}>
            <span>
              <Icon of={entry.icon} />
            </span>
            {t(entry.barLabel ?? entry.label)}
            <WaitingCount entry={entry} queues={queues} />
          </Link>
        ))}
      </nav>
      <Toasts toasts={toasts} />
    </div>
  );
}
