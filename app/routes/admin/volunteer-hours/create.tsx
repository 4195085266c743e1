import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { hoursAdminApi, StaffHoursForm } from "#contract/charity/volunteer-hours-admin";
import { gate } from "~/access/gate.server";
import { TextField } from "~/forms/fields";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AddHoursForm } from "~/subjects/hours/add-hours-form";

const path = "/dashboard/admin/volunteer-hours/create";
const list = "/dashboard/admin/volunteer-hours";

export const handle = { i18n: ["hours"], crumb: { label: "hours:list.title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(publicSectorsApi.list);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return { sectors, rules: rulesOf({ hours: StaffHoursForm }), submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, StaffHoursForm, async (body) => {
    const { id } = await api.call(hoursAdminApi.create, { body });
    return { to: `${list}/${id}`, toast: { title: t("hours:list.added") } };
  });
}

const schema = () => import("#contract/charity/volunteer-hours-admin").then((hours) => hours.StaffHoursForm);

/** Hours that staff enters for somebody. */
export default function AddForSomebody() {
  const { sectors, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "hours", answer: useActionData<typeof action>() });
  return (
    <AddHoursForm title={t("list.create")} list={list} form={form} fields={fields} sectors={sectors} submission={submission}>
      <TextField field={fields.email} label={t("field.email")} type="email" autoComplete="off" />
    </AddHoursForm>
  );
}

export const ErrorBoundary = OfficeError;
