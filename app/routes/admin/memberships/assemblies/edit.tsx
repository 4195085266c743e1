import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AssemblyChange, assembliesApi } from "#contract/charity/assemblies";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { AssemblyFields } from "./assembly-fields";

const path = "/dashboard/admin/memberships/assemblies/{id}/edit";
const assemblies = "/dashboard/admin/memberships/assemblies";
const list = "/dashboard/admin/memberships/assembly";

export const handle = { i18n: ["assemblies"], crumb: { label: "assemblies:list.crumb", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const assembly = await api.call(assembliesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const label = readIn(locale, assembly.title).text;
  return {
    ...{ assembly, label },
    rules: rulesOf({ assembly: AssemblyChange }),
    submission: crypto.randomUUID(),
    title: `${label} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  return submit(args, AssemblyChange, async (body) => {
    await api.call(assembliesApi.change, { params, body });
    return { to: `${assemblies}/${params.id}`, toast: { title: t("assemblies:form.saved") } };
  });
}

/** What is agreed before an assembly opens. */
export default function ChangeAssembly() {
  const { assembly, label, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("assemblies");
  return (
    <>
      <h1 className="office-title">{label}</h1>
      <Panel title={t("form.title")}>
        <AssemblyFields
          key={assembly.version}
          assembly={assembly}
          back={`${assemblies}/${assembly.id}`}
          submission={submission}
          answer={useActionData<typeof action>()}
        />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
