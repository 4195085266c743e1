import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spamGuardApi } from "#contract/api/spam-guard";
import { ApplicationDraft, applicationsApi } from "#contract/charity/applications";
import { jobsApi } from "#contract/charity/jobs";
import { readIn } from "#contract/formats/localized-text";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { jobPostingData } from "~/search/structured-data";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { RenderedText } from "~/ui/rendered-text";
import { ApplicationForm } from "./application-form";
import { JobHead } from "./job-head";

export const handle = { i18n: ["jobs"], cache: { on: ["job", "day"] }, files: true } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const [job, { proof }] = await Promise.all([
    api.call(jobsApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound),
    api.call(spamGuardApi.proof),
  ]);
  const body = readIn(locale, job.body);
  const html = body.text && renderMarkdown(body.text, { textLocale: body.locale, pageLocale: locale });
  return {
    job,
    proof,
    bodyLocale: body.locale,
    html,
    structuredData: jobPostingData(settings, {
      title: readIn(locale, job.title).text,
      description: html || readIn(locale, job.summary).text,
      postedOn: job.opensOn,
      closesOn: job.closesOn ?? undefined,
      kind: job.kind,
      hours: job.hours,
      place: job.place.fr,
      identifier: job.id,
    }),
    rules: rulesOf({ apply: ApplicationDraft }),
    title: `${readIn(locale, job.title).text} - ${t("titles:/jobs")}`,
    description: readIn(locale, job.summary).text,
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, ApplicationDraft, async (body) => {
    const params = { id: args.params.id ?? "" };
    const { id } = await args.context.api.call(applicationsApi.create, { params, body }).catch(orNotFound);
    return { to: `/jobs/applied/${id}` };
  });
}

export default function Job() {
  const { job, proof, html, bodyLocale } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <main id="content" className="wrap pb-section">
      <JobHead job={job} />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1.4fr_1fr] lg:items-start">
        {html ? <RenderedText html={html} lang={bodyLocale} /> : <div />}
        <ApplicationForm answer={answer} proof={proof} />
      </div>
    </main>
  );
}
