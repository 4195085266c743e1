import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FigureDraft, OwnerDraft, projectsApi } from "#contract/charity/projects";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ProjectFollow } from "~/subjects/projects/project-follow";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/admin/projects/{id}/follow";
const list = "/dashboard/admin/projects";

export const handle = { i18n: ["content"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const project = await api.call(projectsApi.follow, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const name = readIn(locale, project.name).text;
  const crumb = { label: t("content:projects.list"), to: list };
  return { project: { ...project, submission: crypto.randomUUID() }, name, crumb, title: `${name} - ${t(`titles:${path}`)}` };
}

/** Adds or removes a figure, or sets the manager: the panel of the record posts here, and is redirected back to. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}/edit`;
  const form = await args.request.clone().formData();
  const [intent, figureId] = [form.get("intent"), form.get("figure")];
  if (intent === "figure")
    return submit(args, FigureDraft, async (body) => {
      await api.call(projectsApi.addFigure, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("content:projectFollow.done.figure") } };
    });
  if (intent === "owner")
    return submit(args, OwnerDraft, async (body) => {
      await api.call(projectsApi.setOwner, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("content:projectFollow.done.owner") } };
    });
  if (typeof figureId !== "string" && intent !== "removeOwner") throw data(null, { status: 400 });
  const removed =
    typeof figureId === "string"
      ? api.call(projectsApi.removeFigure, { params: { ...params, figureId } })
      : api.call(projectsApi.removeOwner, { params });
  await removed.catch(orNotFound);
  flashToast(args.context, { title: t(`content:projectFollow.done.${typeof figureId === "string" ? "noFigure" : "noOwner"}`) });
  return redirect(to, 303);
}

export default function FollowProject() {
  const { project, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("content");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{name}</h1>
        <ButtonLink variant="line" to={`${list}/${project.id}/edit`}>
          {t("projectFollow.back")}
        </ButtonLink>
      </div>
      <ProjectFollow data={project} answer={answer} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
