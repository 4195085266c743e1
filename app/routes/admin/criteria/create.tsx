import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CriteriaVersion } from "#contract/accounts/criteria";
import { CriteriaForm as CriteriaSchema, criteriaEditingApi } from "#contract/accounts/criteria-editing";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { CriteriaConflict } from "./criteria-conflict";
import { CriteriaForm } from "./criteria-form";
import { runTrial, wantsToPublish } from "./criteria-trial.server";
import type { ShownTrial } from "./trial-panel";

const list = "/dashboard/admin/criteria";

export const handle = { i18n: ["criteria"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/criteria/create");
  const { api, t } = args.context;
  const { current } = await api.call(criteriaEditingApi.list);
  return {
    current,
    submission: crypto.randomUUID(),
    rules: rulesOf({ criteria: CriteriaSchema }),
    crumb: { label: t(`titles:${list}`), to: list },
    title: t("titles:/dashboard/admin/criteria/create"),
  };
}

/** Adds, moves or removes a question, says what the bounds would change, or publishes what was tried. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, "/dashboard/admin/criteria/create");
  if (!(await wantsToPublish(args))) return runTrial(args);
  const { api, t } = args.context;
  return submit(
    args,
    CriteriaSchema,
    async (body) => {
      const { number } = await api.call(criteriaEditingApi.publish, { body });
      return { to: list, toast: { title: t("criteria:form.done", { number }) } };
    },
    { record: CriteriaVersion },
  );
}

export default function CreateCriteria() {
  const { current, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("criteria");
  const theirs = answer?.current;
  const after = theirs?.number ?? current.number;
  return (
    <>
      <div>
        <h1 className="office-title">{t("form.title", { number: after + 1 })}</h1>
        <p className="muted mt-1 max-w-3xl">{t("form.lead")}</p>
      </div>
      {theirs && <CriteriaConflict theirs={theirs} />}
      <CriteriaForm
        version={current}
        after={after}
        answer={answer}
        trial={answer && "trial" in answer ? (answer.trial as ShownTrial | undefined) : undefined}
        submission={submission}
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;
