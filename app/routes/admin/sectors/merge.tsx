import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { MergeDraft, sectorsApi } from "#contract/charity/sectors";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { MergeChoice } from "./merge-choice";
import { MergePlan } from "./merge-plan";

const path = "/dashboard/admin/sectors/{id}/merge";
const list = "/dashboard/admin/sectors";

export const handle = { i18n: ["sectors"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const into = new URL(args.request.url).searchParams.get("into") ?? undefined;
  const merge = await api.call(sectorsApi.merging, { params: { id: args.params.id ?? "" }, query: { into } }).catch(orNotFound);
  const crumb = { label: t("content:sectors.list"), to: list };
  return { merge, into, crumb, submission: crypto.randomUUID(), title: `${merge.name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, MergeDraft, async (body) => {
    await api.call(sectorsApi.merge, { params: { id: args.params.id ?? "" }, body }).catch(orNotFound);
    return { to: `${list}/${body.intoId}/fiche`, toast: { title: t("sectors:merge.done") } };
  });
}

/** The preview of a merge of two sectors. */
export default function Merge() {
  const { merge, into, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sectors");
  const { name, mergedInto, plan, choices } = merge;
  const refused = Object.values(answer?.result.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("merge.title", { name })}</h1>
        <ButtonLink variant="line" to={`${list}/${merge.id}/edit`}>
          {t("merge.back")}
        </ButtonLink>
      </div>
      {mergedInto ? (
        <p className="panel">
          {t("merge.already")} <Link to={`${list}/${mergedInto.id}/fiche`}>{mergedInto.name}</Link>
        </p>
      ) : plan ? (
        <MergePlan name={name} plan={plan} refused={refused} submission={submission} />
      ) : (
        <MergeChoice choices={choices} refused={into && refused.length === 0 ? ["sectors:merge.error.unfit"] : refused} />
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
