import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ArticleDraft, articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { storeUploads } from "~/forms/uploads.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ArticleForm } from "./article-form";
import { addPicture, articleChoices, bringsPicture, coverPicture, pictureRefused, previewOf } from "./article-saving.server";
import { PreviewPanel } from "./preview-panel";

const path = "/dashboard/admin/news/create";

export const handle = {
  i18n: ["articles", "markdown"],
  crumb: { label: "articles:crumb", to: "/dashboard/admin/news" },
  files: true,
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    choices: await articleChoices(args.context),
    submission: crypto.randomUUID(),
    rules: rulesOf({ article: ArticleDraft }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { form, request, refused } = await storeUploads(args, [coverPicture]);
  if (form.get("intent") === "preview") return previewOf(args.context, form, refused);
  if (bringsPicture(form)) return addPicture(args.context, form, refused);
  if (refused[coverPicture]) return pictureRefused(form, refused);
  return submit({ ...args, request }, ArticleDraft, async (body) => {
    const { id } = await args.context.api.call(articleRecordsApi.create, { body });
    return { to: `/dashboard/admin/news/${id}/edit`, toast: { title: args.context.t("articles:form.created") } };
  });
}

export default function CreateArticle() {
  const { choices, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("articles");
  return (
    <>
      <h1 className="office-title">{t("form.newTitle")}</h1>
      <PreviewPanel answer={answer} />
      <div className="record-page">
        <ArticleForm choices={choices} answer={answer} submission={submission} />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
