import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { HoursForm, volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AddHoursForm } from "~/subjects/hours/add-hours-form";

const path = "/dashboard/volunteer-hours/create";
const list = "/dashboard/volunteer-hours";

export const handle = { i18n: ["hours"], crumb: { label: "hours:title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, session, t } = args.context;
  const [{ items }, user] = await Promise.all([api.call(publicSectorsApi.list), session.user()]);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return {
    sectors,
    own: sectors.find(({ name }) => name === user?.extraData.team)?.id,
    rules: rulesOf({ hours: HoursForm }),
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, HoursForm, async (body) => {
    const { remark } = await api.call(volunteerHoursApi.create, { body });
    return { to: list, toast: { title: t("hours:sent"), description: remark === "overlap" ? t("hours:sentTwice") : undefined } };
  });
}

const schema = () => import("#contract/charity/volunteer-hours").then((hours) => hours.HoursForm);

export default function AddHours() {
  const { sectors, own, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "hours", answer: useActionData<typeof action>(), defaultValue: { sectorId: own } });
  return <AddHoursForm title={t("addTitle")} list={list} form={form} fields={fields} sectors={sectors} submission={submission} />;
}

export const ErrorBoundary = OfficeError;
