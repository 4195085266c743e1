import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SendBack } from "#contract/publishing/article-publication";
import { ArticleEdit, ArticleRecord, articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { storeUploads } from "~/forms/uploads.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ArticleForm } from "./article-form";
import { addPicture, articleChoices, bringsPicture, coverPicture, pictureRefused, previewOf } from "./article-saving.server";
import { EditConflict } from "./edit-conflict";
import { PreviewPanel } from "./preview-panel";
import { PublicationPanel } from "./publication-panel";

export const handle = { i18n: ["articles", "markdown"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/news/{id}/edit");
  const { api, t } = args.context;
  const article = await api.call(articleRecordsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    article,
    choices: await articleChoices(args.context, article),
    submission: crypto.randomUUID(),
    rules: rulesOf({ article: ArticleEdit, sendBack: SendBack }),
    title: t("titles:/dashboard/admin/news/{id}/edit"),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, "/dashboard/admin/news/{id}/edit");
  const { form, request, refused } = await storeUploads(args, [coverPicture]);
  if (form.get("intent") === "preview") return previewOf(args.context, form, refused);
  if (bringsPicture(form)) return addPicture(args.context, form, refused);
  if (refused[coverPicture]) return pictureRefused(form, refused);
  return submit(
    { ...args, request },
    ArticleEdit,
    async (body) => {
      const { id } = await args.context.api
        .call(articleRecordsApi.update, { params: { id: args.params.id ?? "" }, body })
        .catch(orNotFound);
      return { to: `/dashboard/admin/news/${id}/edit`, toast: { title: args.context.t("articles:form.saved") } };
    },
    { record: ArticleRecord },
  );
}

export default function EditArticle() {
  const { article, choices, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("articles");
  const theirs = answer?.current;
  const readOnly = () => {
    if (article.deletedAt) return t("form.deleted");
    return article.may.publish ? t("form.archived") : t("form.readOnly", { status: t(`status.${article.status}`).toLowerCase() });
  };
  return (
    <>
      <PreviewPanel answer={answer} />
      {theirs && <EditConflict theirs={theirs} />}
      <div className="record-page">
        {article.may.edit ? (
          <ArticleForm key={article.version} article={theirs ?? article} choices={choices} answer={answer} submission={submission} />
        ) : (
          <p className="record-text panel">{readOnly()}</p>
        )}
        <PublicationPanel article={article} className="record-state" />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
