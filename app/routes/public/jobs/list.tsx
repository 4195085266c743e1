import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { JobListQuery, jobsApi } from "#contract/charity/jobs";
import { check, readPageTexts } from "~/content/page-texts/page-texts.server";
import { PageTexts, usePageText } from "~/content/page-texts/use-page-text";
import { listQuery } from "~/layouts/cache-rules";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { publicMeta } from "~/search/public-meta";
import { Link } from "~/ui/link";
import { JobFilters } from "./filters";
import { JobEntry, NoJobs } from "./job-entry";

export const handle = {
  i18n: ["jobs"],
  cache: { on: ["job", "page_texts", "day"], query: ["kind", "place", "time", "page"], unbounded: listQuery },
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, JobListQuery);
  const [jobs, texts] = await Promise.all([context.api.call(jobsApi.list, { query }), readPageTexts(context, "jobs")]);
  const page = withinPages(request, jobs);
  return { texts, query, page, title: context.t("titles:/jobs"), description: context.t("jobs:meta") };
}

export const action = check("jobs");

export default function Jobs() {
  const { texts, ...data } = useLoaderData<typeof loader>();
  return (
    <PageTexts texts={texts} tried={useActionData<typeof action>()}>
      <JobsPage {...data} />
    </PageTexts>
  );
}

function JobsPage({ query, page }: Pick<Awaited<ReturnType<typeof loader>>, "query" | "page">) {
  const { t } = useTranslation("jobs");
  const pageText = usePageText("jobs");
  const filtered = !!(query.kind || query.place || query.time);
  return (
    <main id="content" className="wrap pb-section">
      <PageHead title={pageText("h1")} lead={pageText("lead")} />
      {(filtered || page.total > 0) && <JobFilters query={query} places={page.places} />}
      <p className="muted pt-6 pb-2" role="status">
        {t("count", { count: page.total })}
      </p>
      <ul>
        {page.items.map((job) => (
          <li key={job.id} className="border-t-2 border-line py-7">
            <JobEntry job={job} />
          </li>
        ))}
      </ul>
      {page.total === 0 && filtered && (
        <div className="grid gap-2 py-10 text-lg">
          <p>
            {t("filter.none")} <Link to="/jobs">{t("filter.clear")}</Link>
          </p>
          <p>
            {pageText("empty.text")} <Link to="/register/volunteer">{pageText("empty.cta")}</Link>
          </p>
        </div>
      )}
      {page.total === 0 && !filtered && <NoJobs />}
      <PageLinks page={page} className="pages" />
      <p className="max-w-2xl rounded-2xl bg-beige px-7 py-6 font-semibold">{pageText("equal")}</p>
    </main>
  );
}
