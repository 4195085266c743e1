import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { tasksApi } from "#contract/accounts/tasks";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshFor, shownTask, useRefreshFor } from "~/subjects/tasks/shown-task";
import { TaskRows } from "~/subjects/tasks/task-rows";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/account/tasks";

export const handle = { i18n: ["tasks"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const after = new URL(args.request.url).searchParams.get("after") ?? undefined;
  const { items, more } = await api.call(tasksApi.list, { query: { after } });
  return { tasks: items.map((task) => shownTask(t, task)), more, after, refresh: refreshFor(items), title: t(`titles:${path}`) };
}

export default function Tasks() {
  const { tasks, more, after } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tasks");
  useRefreshFor(tasks);
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">{t("title")}</h1>
        <p className="muted mt-1">{t("lead")}</p>
      </div>
      {tasks.length === 0 ? (
        <EmptyState drawing="letter" text={t("empty")} />
      ) : (
        <Panel title={t("latest")}>
          <TaskRows tasks={tasks} />
        </Panel>
      )}
      {(more || after) && (
        <p className="actions">
          {more && (
            <ButtonLink to={`${path}?after=${tasks.at(-1)?.id}`} variant="line">
              {t("older")}
            </ButtonLink>
          )}
          {after && <Link to={path}>{t("newest")}</Link>}
        </p>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
