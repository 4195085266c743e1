import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { privacyAdminApi } from "#contract/law/privacy";
import { dataKinds, RetentionEdit, withinPromise } from "#contract/law/retention";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PolicyForm } from "./policy-form";
import { PrivacyTabs } from "./privacy-tabs";
import { RunsPanel } from "./runs-panel";

const path = "/dashboard/admin/privacy/retention";

export const handle = { i18n: ["privacy", "retention"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const [policies, runs] = await Promise.all([api.call(privacyAdminApi.policies), api.call(privacyAdminApi.runs)]);
  return { policies: policies.items, runs: runs.items, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { dataKind: requested, ...values } = Object.fromEntries(await args.request.formData());
  const dataKind = dataKinds.find((kind) => kind === requested);
  if (dataKind) {
    const edit = RetentionEdit.safeParse({ months: Number(values.months || 0), days: Number(values.days || 0) });
    if (!edit.success) return data({ dataKind, error: "someTime" as const }, { status: 400 });
    if (!withinPromise(dataKind, edit.data)) return data({ dataKind, error: "promised" as const }, { status: 400 });
    await api.call(privacyAdminApi.setPolicy, { params: { dataKind }, body: edit.data });
    flashToast(args.context, { title: t("common:toasts.saved") });
  } else {
    await api.call(privacyAdminApi.dryRun);
    flashToast(args.context, { title: t("privacy:runs.done") });
  }
  return redirect(path, 303);
}

export default function Retention() {
  const { policies, runs } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { t } = useTranslation("privacy");
  return (
    <>
      <PrivacyTabs />
      <div>
        <h1 className="office-title">{t("retention.title")}</h1>
        <p className="muted mt-1 max-w-3xl">{t("retention.lead")}</p>
      </div>
      <RunsPanel runs={runs} />
      <section className="panel">
        <ul className="rows">
          {policies.map((policy) => (
            <PolicyForm key={policy.dataKind} policy={policy} error={refused?.dataKind === policy.dataKind ? refused.error : undefined} />
          ))}
        </ul>
      </section>
    </>
  );
}

export const ErrorBoundary = OfficeError;
