import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { organisationApi, organisationParts } from "#contract/charity/organisation";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PartForm } from "~/subjects/organisation/part-form";
import { rulesOfPart, savePart } from "~/subjects/organisation/part-form.server";
import { PartHistory } from "./part-history";

const list = "/dashboard/admin/organisation";

export const handle = {
  i18n: ["organisation"],
  files: true,
  crumb: { label: "organisation:title", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

function partOf({ params }: LoaderFunctionArgs) {
  const part = organisationParts.find((one) => one === params.id);
  if (!part) throw data(null, { status: 404 });
  return part;
}

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const part = partOf(args);
  const { api, t } = args.context;
  const record = await api.call(organisationApi.get, { params: { part } });
  return { record, rules: rulesOfPart(part), submission: crypto.randomUUID(), title: t(`organisation:part.${part}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const part = partOf(args);
  return savePart(args, part, `${list}/${part}`);
}

export default function EditPart() {
  const { record, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("organisation");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <PartForm
        key={`${record.part} ${record.version}`}
        record={record}
        answer={answer}
        submission={submission}
        submit={t("save")}
        dated
        className="panel max-w-3xl"
      />
      {record.history.length > 0 && <PartHistory history={record.history} />}
    </>
  );
}

export const ErrorBoundary = OfficeError;
