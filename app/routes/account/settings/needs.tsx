import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnAllergies, OwnNeeds, ownNeedsApi, StoredNeeds } from "#contract/accounts/own-needs";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AllergiesForm } from "./allergies-form";
import { NeedsForm } from "./needs-form";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/needs";

export const handle = { i18n: ["account", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return {
    needs: await api.call(ownNeedsApi.needs),
    rules: rulesOf({ needs: OwnNeeds, allergies: OwnAllergies }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent === "withdraw") {
    await api.call(ownNeedsApi.withdrawAllergies);
    flashToast(args.context, { title: t("account:allergies.withdrawn") });
    return redirect(path, 303);
  }
  if (intent === "allergies") {
    const save = async (body: OwnAllergies) => {
      const { stored } = await api.call(ownNeedsApi.setAllergies, { body });
      return { to: path, toast: { title: t(stored ? "common:toasts.saved" : "account:allergies.withdrawn") } };
    };
    return submit(args, OwnAllergies, save, { record: StoredNeeds });
  }
  const save = async (body: OwnNeeds) => {
    await api.call(ownNeedsApi.setNeeds, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  };
  return submit(args, OwnNeeds, save, { record: StoredNeeds });
}

export default function OwnNeedsPage() {
  const { needs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const aboutAllergies = answer?.result.initialValue?.intent === "allergies";
  return (
    <SettingsFrame>
      <NeedsForm needs={needs} answer={aboutAllergies ? undefined : answer} />
      <AllergiesForm needs={needs} answer={aboutAllergies ? answer : undefined} />
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
