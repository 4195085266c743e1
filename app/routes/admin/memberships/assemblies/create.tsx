import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AssemblyDraft, assembliesApi } from "#contract/charity/assemblies";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { AssemblyFields } from "./assembly-fields";

const path = "/dashboard/admin/memberships/assemblies/create";
const list = "/dashboard/admin/memberships/assembly";

export const handle = { i18n: ["assemblies"], crumb: { label: "assemblies:list.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { rules: rulesOf({ assembly: AssemblyDraft }), submission: crypto.randomUUID(), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, AssemblyDraft, async (body) => {
    const { id } = await api.call(assembliesApi.create, { body });
    return { to: `/dashboard/admin/memberships/assemblies/${id}`, toast: { title: t("assemblies:form.created") } };
  });
}

/** A new general assembly. */
export default function CreateAssembly() {
  const { submission, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("assemblies");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <Panel title={t("form.title")}>
        <AssemblyFields back={list} submission={submission} answer={useActionData<typeof action>()} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
