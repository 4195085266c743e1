import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { criteriaEditingApi } from "#contract/accounts/criteria-editing";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { EarlierVersions } from "./earlier-versions";
import { CriteriaVersionView } from "./version-view";

const path = "/dashboard/admin/criteria";

export const handle = { i18n: ["criteria"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { current, earlier } = await args.context.api.call(criteriaEditingApi.list);
  return { current, earlier, title: args.context.t(`titles:${path}`) };
}

/** The version of the criteria in force, and those before it. */
export default function Criteria() {
  const { current, earlier, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("criteria");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h1 className="office-title">{title}</h1>
          <p className="muted mt-1 max-w-3xl">{t("lead")}</p>
        </div>
        <ButtonLink to={`${path}/create`}>{t("create")}</ButtonLink>
      </div>
      <h2 className="panel-title">{t("inForce", { number: current.number })}</h2>
      <CriteriaVersionView version={current} />
      <EarlierVersions versions={earlier} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
