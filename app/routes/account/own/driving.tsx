import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Driving, NewDrivingPaper, ownDrivingApi } from "#contract/accounts/person-edit";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { DrivingForm } from "~/subjects/people/driving-form";
import { DrivingPaperForm } from "./driving-paper-form";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/driving";

export const handle = { i18n: ["account", "documents"], files: true } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return {
    driving: await api.call(ownDrivingApi.get),
    rules: rulesOf({ driving: Driving, drivingPaper: NewDrivingPaper }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "paper")
    return submit(args, NewDrivingPaper, async (body) => {
      await api.call(ownDrivingApi.addPaper, { body });
      return { to: path, toast: { title: t("account:driving.sent") } };
    });
  return submit(args, Driving, async (body) => {
    await api.call(ownDrivingApi.set, { body });
    return { to: path, toast: { title: t("account:driving.saved") } };
  });
}

export default function OwnDriving() {
  const { driving } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const aboutPaper = answer?.result.initialValue?.intent === "paper";
  const drives = driving.vehicle !== "none" && driving.vehicle !== "bike";
  return (
    <SettingsFrame>
      <DrivingForm driving={driving} answer={aboutPaper ? undefined : answer} />
      {drives && <DrivingPaperForm answer={aboutPaper ? answer : undefined} />}
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
