import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { criteriaEditingApi } from "#contract/accounts/criteria-editing";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { CriteriaVersionView } from "./version-view";

const list = "/dashboard/admin/criteria";

export const handle = { i18n: ["criteria"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/criteria/{id}");
  const { api, t } = args.context;
  const version = await api.call(criteriaEditingApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { version, crumb: { label: t(`titles:${list}`), to: list }, title: t("criteria:version", { number: version.number }) };
}

/** A published version, as it stays. */
export default function Version() {
  const { version, title } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <CriteriaVersionView version={version} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
