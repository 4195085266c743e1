import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isUnderWay, tasksApi } from "#contract/accounts/tasks";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Breadcrumbs } from "~/layouts/office/breadcrumbs";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshFor, shownException, shownTask, useRefreshFor } from "~/subjects/tasks/shown-task";
import { TaskBadge } from "~/subjects/tasks/task-rows";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Exceptions } from "./exceptions";
import { TaskFile } from "./task-file";
import { TaskNumbers } from "./task-numbers";
import { TaskProgress } from "./task-progress";

export const handle = { i18n: ["tasks"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/account/tasks/{id}");
  const { api, t } = args.context;
  const after = new URL(args.request.url).searchParams.get("after") ?? undefined;
  const { task, exceptions, more } = await api
    .call(tasksApi.get, { params: { id: args.params.id ?? "" }, query: { after } })
    .catch(orNotFound);
  const shown = shownTask(t, task);
  return {
    task: shown,
    exceptions: exceptions.map((exception) => shownException(t, exception)),
    more,
    after,
    refresh: refreshFor([task]),
    crumb: { label: t("titles:/account/tasks"), to: "/account/tasks" },
    title: shown.title,
  };
}

/** Stops the task. One that ended meanwhile is shown as it is. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, "/account/tasks/{id}");
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const stopped = await api.call(tasksApi.cancel, { params: { id } }).then(
    () => true,
    (error) => {
      if (error instanceof ApiError && error.status === 409) return false;
      return orNotFound(error);
    },
  );
  flashToast(args.context, { title: t(stopped ? "tasks:stopped" : "tasks:overAlready") });
  return redirect(`/account/tasks/${id}`, 303);
}

export default function TaskPage() {
  const { task, exceptions, more, after } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tasks");
  useRefreshFor([task]);
  const { id, title, state, reason, list, createdAt, finishedAt } = task;
  const last = exceptions.at(-1);
  return (
    <div className="grid gap-5">
      <Breadcrumbs />
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <TaskBadge state={state} />
          <span>
            {t("started")} <LocalDate value={createdAt} style="time" />
            {finishedAt && (
              <>
                {", "}
                {t("ended")} <LocalDate value={finishedAt} style="time" />
              </>
            )}
          </span>
        </p>
      </div>
      {isUnderWay(task) ? <TaskProgress task={task} /> : reason && <p className="panel">{reason}</p>}
      {task.file && <TaskFile file={task.file} task={id} rows={task.done} />}
      <TaskNumbers task={task} />
      <Exceptions exceptions={exceptions} underWay={isUnderWay(task)} />
      {(more || after) && (
        <p className="actions">
          {more && last && (
            <ButtonLink to={`/account/tasks/${id}?after=${last.position}`} variant="line">
              {t("moreExceptions")}
            </ButtonLink>
          )}
          {after && <Link to={`/account/tasks/${id}`}>{t("firstExceptions")}</Link>}
        </p>
      )}
      <p className="actions">
        {list && (
          <ButtonLink to={list.to} variant="line">
            {t("backTo", { list: list.label })}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

export const ErrorBoundary = OfficeError;
