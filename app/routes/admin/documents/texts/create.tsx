import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { legalEditingApi, NewText } from "#contract/law/legal-editing";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { TextForm } from "./text-form";

const path = "/dashboard/admin/documents/texts/create";

export const handle = {
  i18n: ["signing", "markdown"],
  crumb: { label: "signing:list.title", to: "/dashboard/admin/documents/texts" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return { submission: crypto.randomUUID(), rules: rulesOf({ text: NewText }), title: args.context.t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, NewText, async ({ knownKey, key, ...body }) => {
    const { id } = await api.call(legalEditingApi.create, { body: { ...body, key: knownKey || key } });
    return { to: `/dashboard/admin/documents/texts/${id}`, toast: { title: t("signing:done.saved") } };
  });
}

export default function CreateText() {
  const { submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("signing");
  return (
    <>
      <h1 className="office-title">{t("list.create")}</h1>
      <TextForm answer={useActionData<typeof action>()} submission={submission} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
