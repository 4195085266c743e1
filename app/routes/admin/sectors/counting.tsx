import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CountingDraft, monthlyRecordsApi } from "#contract/charity/monthly-records";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { CountingChoice } from "./counting-choice";
import { CountingPlan } from "./counting-plan";

const path = "/dashboard/admin/sectors/{id}/counting";
const list = "/dashboard/admin/sectors";

export const handle = { i18n: ["sectors"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const from = new URL(args.request.url).searchParams.get("from") ?? undefined;
  const params = { id: args.params.id ?? "" };
  const counting = await api.call(monthlyRecordsApi.counting, { params, query: { from } }).catch(orNotFound);
  const crumb = { label: t("content:sectors.list"), to: list };
  return { counting, from, crumb, submission: crypto.randomUUID(), title: `${counting.name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  return submit(args, CountingDraft, async (body) => {
    await api.call(monthlyRecordsApi.setCounting, { params: { id }, body }).catch(orNotFound);
    return { to: `${list}/${id}/records`, toast: { title: t("sectors:counting.done") } };
  });
}

/** From which month on the software counts the kits and hours of a team, with a preview of what that changes. */
export default function CountingPage() {
  const { counting, from, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sectors");
  const { id, name, plan } = counting;
  const refused = Object.values(answer?.result.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("counting.title", { name })}</h1>
        <ButtonLink variant="line" to={`${list}/${id}/records`}>
          {t("counting.back")}
        </ButtonLink>
      </div>
      {plan ? (
        <CountingPlan plan={plan} refused={refused} submission={submission} />
      ) : (
        <CountingChoice counting={counting} refused={from ? ["sectors:records.error.month"] : refused} />
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
