import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { Info } from "lucide";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import { isUnderWay, type Task, tasksApi } from "#contract/accounts/tasks";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { Breadcrumbs } from "~/layouts/office/breadcrumbs";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshFor, shownException, shownTask, useRefreshFor } from "~/subjects/tasks/shown-task";
import { TaskRows } from "~/subjects/tasks/task-rows";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { Exceptions } from "./exceptions";
import { TaskEnd } from "./task-end";
import { TaskNumbers } from "./task-numbers";
import { TaskProgress } from "./task-progress";
import { Trace } from "./trace";
import { UndoButton, UndoNote } from "./undo";

const auditLog = "/dashboard/admin/audit-log";

export const handle = { i18n: ["tasks"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** Tasks beside the one that is shown. */
const beside = 5;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/tasks/{id}");
  const { api, t, session } = args.context;
  const id = args.params.id ?? "";
  const after = new URL(args.request.url).searchParams.get("after") ?? undefined;
  const { task, exceptions, more, undo } = await api.call(tasksApi.get, { params: { id }, query: { after } }).catch(orNotFound);
  const shown = shownTask(t, task);
  const [{ items }, user, news] = await Promise.all([api.call(tasksApi.list), session.user(), markSeen(args, task)]);
  const readsLog = !!user && redirectFor(user, policies[auditLog]) === null;
  return {
    task: shown,
    exceptions: exceptions.map((exception) => shownException(t, exception)),
    tasks: items.slice(0, beside).map((one) => shownTask(t, one)),
    more,
    after,
    undo,
    news,
    log: readsLog ? `${auditLog}?q=${encodeURIComponent(task.requestId)}` : null,
    refresh: refreshFor([task]),
    crumb: { label: t("titles:/account/tasks"), to: "/account/tasks" },
    title: shown.title,
  };
}

/** Whoever sees the end of a task needs no notice of it any more; a page that is fetched ahead of time is not seen. Returns whether there was one. */
async function markSeen({ request, context }: LoaderFunctionArgs, task: Task): Promise<boolean> {
  if (isUnderWay(task) || request.headers.has("sec-purpose")) return false;
  return (await context.api.call(tasksApi.seen, { params: { id: task.id } })).news;
}

/** Stops the task, or takes it back. One that ended meanwhile, or was taken back, is shown as it is. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, "/account/tasks/{id}");
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const form = await args.request.formData();
  const orState = (error: unknown) => (error instanceof ApiError && error.status === 409 ? null : orNotFound(error));
  if (form.get("intent") === "undo") {
    const undone = await api.call(tasksApi.undo, { params: { id } }).catch(orState);
    if (undone) return redirect(`/account/tasks/${undone.task}`, 303);
    flashToast(args.context, { title: t("tasks:undo.tooLate"), color: "warning", icon: "warning" });
    return redirect(`/account/tasks/${id}`, 303);
  }
  const stopped = await api.call(tasksApi.cancel, { params: { id } }).catch(orState);
  flashToast(args.context, { title: t(stopped ? "tasks:stopped" : "tasks:overAlready") });
  return redirect(`/account/tasks/${id}`, 303);
}

export default function TaskPage() {
  const { task, tasks, exceptions, more, after, log, news, undo } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tasks");
  useRefreshFor([task]);
  useFreshBell(news);
  const { id, title, list, createdAt } = task;
  const goesOn = isUnderWay(task);
  return (
    <div className="grid gap-5">
      <Breadcrumbs />
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1">
          {t("started")} <LocalDate value={createdAt} style="time" />
          {list && `, ${t("inList", { list: list.label })}`}
        </p>
      </div>
      {!goesOn && <TaskEnd task={task}>{undo && <UndoButton undo={undo} done={task.done} />}</TaskEnd>}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="grid gap-5">
          {goesOn && <TaskProgress task={task} />}
          <TaskNumbers task={task} />
          <Exceptions exceptions={exceptions} underWay={goesOn} path={`/account/tasks/${id}`} more={more} after={after} />
          {undo && <UndoNote undo={undo} />}
          {goesOn ? (
            <p className="task-note">
              <Icon of={Info} />
              {t("stopMeans")}
            </p>
          ) : (
            <Trace task={task} log={log} />
          )}
        </div>
        <Panel title={t("title")} link={{ to: "/account/tasks", label: t("all") }}>
          <TaskRows tasks={tasks} />
        </Panel>
      </div>
    </div>
  );
}

/** The bell was read together with this page, and still counts the notice that the page has marked as read. */
function useFreshBell(news: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (news) revalidate();
  }, [news, revalidate]);
}

export const ErrorBoundary = OfficeError;
