import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { RevisionCard } from "./revision-card";
import { compareRevisions } from "./revision-changes.server";

const path = "/dashboard/admin/news/{id}/history";

export const handle = { i18n: ["articles"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const [article, { items }] = await Promise.all([
    api.call(articleRecordsApi.get, { params }).catch(orNotFound),
    api.call(articleRecordsApi.revisions, { params }).catch(orNotFound),
  ]);
  return { revisions: compareRevisions(items), mayEdit: article.may.edit, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { context, params, request } = args;
  const number = Number((await request.formData()).get("number"));
  const id = params.id ?? "";
  await context.api.call(articleRecordsApi.restore, { params: { id, number } }).catch(orNotFound);
  flashToast(context, { title: context.t("articles:history.restored") });
  return redirect(`/dashboard/admin/news/${id}/edit`, 303);
}

export default function ArticleHistory() {
  const { revisions, mayEdit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="panel-title mb-4">
        {t("history.title")}
      </h2>
      <ol className="grid gap-4">
        {revisions.map((revision, at) => (
          <RevisionCard key={revision.number} revision={revision} current={at === 0} mayRestore={mayEdit && at > 0} />
        ))}
      </ol>
    </section>
  );
}

export const ErrorBoundary = OfficeError;
