import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { ExternalLink } from "lucide";
import { useTranslation } from "react-i18next";
import { articleRecordsApi } from "#contract/publishing/articles";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { StatusBadge } from "~/subjects/articles/badges";
import { EnglishBadge } from "~/ui/english-badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Tabs } from "~/ui/tabs";

export const handle = { i18n: ["articles"], crumb: { label: "articles:crumb", to: "/dashboard/admin/news" } } as const satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/news/{id}/view");
  const { id, title, status, english, revisions, slug } = await args.context.api
    .call(articleRecordsApi.get, { params: { id: args.params.id ?? "" } })
    .catch(orNotFound);
  // A URL of the article without a tab.
  if (new URL(args.request.url).pathname.endsWith(id)) throw redirect(`/dashboard/admin/news/${id}/view`);
  return { id, title: title.fr, status, english, revisions, slug: slug.fr };
}

/** The head that the pages of one article share: its title, its state, its tabs. */
export default function ArticleRecordFrame() {
  const { id, title, status, english, revisions, slug } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  const base = `/dashboard/admin/news/${id}`;
  return (
    <>
      <div className="grid gap-3">
        <h1 className="record-title" lang="fr">
          {title}
        </h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 shadow-[inset_0_-2px_var(--color-line)]">
          <Tabs
            label={t("tabs.label")}
            tabs={[
              { to: `${base}/edit`, label: t("tabs.edit") },
              { to: `${base}/view`, label: t("tabs.view") },
              { to: `${base}/history`, label: t("tabs.history", { count: revisions }) },
            ]}
          />
          <p className="flex flex-wrap items-center gap-2 max-lg:order-first max-lg:basis-full">
            <StatusBadge status={status} />
            <EnglishBadge state={english} />
            {status === "published" && (
              <Link to={`/news/${slug}`} className="flex items-center gap-1 font-semibold">
                {t("publication.seeOnSite")}
                <Icon of={ExternalLink} className="size-4" />
              </Link>
            )}
          </p>
        </div>
      </div>
      <Outlet />
    </>
  );
}

export const ErrorBoundary = OfficeError;
