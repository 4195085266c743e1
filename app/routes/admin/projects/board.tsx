import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { projectsApi } from "#contract/charity/projects";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { Translate } from "~/i18n/translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ProjectTabs } from "~/subjects/projects/project-tabs";
import { ButtonLink } from "~/ui/button";
import { BoardColumn } from "./board-column";
import { useFocusOnMoved } from "./moved-card";

const path = "/dashboard/admin/projects/board";

export const handle = { i18n: ["projects", "content"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { columns } = await args.context.api.call(projectsApi.board);
  return { columns, title: args.context.t(`titles:${path}`) };
}

/** Moves a project to another stage. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { id, stage, version } = Object.fromEntries(await args.request.formData());
  const body = projectsApi.setStage.body?.safeParse({ stage, version: Number(version) }).data;
  if (!body) throw data(null, { status: 400 });
  const toast = await api
    .call(projectsApi.setStage, { params: { id: String(id) }, body })
    .then(() => ({ title: t(`projects:moved.${body.stage}`) }), overtaken(t));
  flashToast(args.context, toast);
  return redirect(`${path}#project-${id}`, 303);
}

/** It was changed while the board was open: the board shows its current state. */
const overtaken = (t: Translate) => (error: unknown) => {
  if (error instanceof ApiError && error.status === 409)
    return { title: t("projects:overtaken"), icon: "warning", color: "warning" } as const;
  return orNotFound(error);
};

export default function ProjectBoard() {
  const { columns } = useLoaderData<typeof loader>();
  const { t } = useTranslation("projects");
  useFocusOnMoved();
  return (
    <>
      <ProjectTabs />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("title")}</h1>
        <ButtonLink to="/dashboard/admin/projects/create">{t("create")}</ButtonLink>
      </div>
      <div className="grid gap-x-4 gap-y-8 sm:grid-cols-2 xl:grid-cols-4">
        {columns.map((column) => (
          <BoardColumn key={column.stage} column={column} />
        ))}
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
