import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mySectorsApi } from "#contract/charity/my-sectors";
import { HoursDraft } from "#contract/charity/sector-hours";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { changeHours } from "~/subjects/sectors/hours-action.server";
import { HoursPage } from "~/subjects/sectors/hours-page";

const path = "/dashboard/my-sectors/{id}/hours";
const list = "/dashboard/my-sectors";

export const handle = { i18n: ["sectors", "team"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { id, name, hours } = await api.call(mySectorsApi.overview, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { id, name, hours, rules: rulesOf({ hours: HoursDraft }), title: `${name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api } = args.context;
  const id = args.params.id ?? "";
  return changeHours(args, `${list}/${id}/hours`, {
    add: (body) => api.call(mySectorsApi.addHours, { params: { id }, body }),
    remove: (hoursId) => api.call(mySectorsApi.removeHours, { params: { id, hoursId } }),
  });
}

export default function MySectorHours() {
  const { id, name, hours } = useLoaderData<typeof loader>();
  return <HoursPage name={name} hours={hours} overview={`${list}/${id}`} answer={useActionData<typeof action>()} />;
}

export const ErrorBoundary = OfficeError;
