import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownNeedsApi } from "#contract/accounts/own-needs";
import { legalEditingApi } from "#contract/law/legal-editing";
import { ConsentDraft, DataRequestDraft, privacyApi } from "#contract/law/privacy";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { refreshWhileCopying } from "~/subjects/privacy/copy-refresh";
import { ConsentsPanel } from "./consents-panel";
import { RequestsPanel } from "./requests-panel";
import { SettingsFrame } from "./settings-frame";
import { SignedTexts } from "./signed-texts";

const path = "/account/settings/privacy";

export const handle = { i18n: ["account", "retention"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const [consents, requests, signatures] = await Promise.all([
    api.call(privacyApi.consents),
    api.call(privacyApi.requests),
    api.call(legalEditingApi.mine),
  ]);
  const refresh = refreshWhileCopying(requests.items);
  return { consents: consents.items, requests: requests.items, signatures: signatures.items, refresh, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  const withdrawn = form.get("withdraw");
  if (typeof withdrawn === "string") {
    await api.call(privacyApi.withdraw, { params: { id: withdrawn } }).catch(orNotFound);
    flashToast(args.context, { title: t("account:requests.withdrawn") });
    return redirect(path, 303);
  }
  if (form.get("intent") === "withdraw") {
    await api.call(ownNeedsApi.withdrawAllergies);
    flashToast(args.context, { title: t("account:allergies.withdrawn") });
    return redirect(path, 303);
  }
  if (form.has("kind"))
    return submit(args, DataRequestDraft, async (body) => {
      await api.call(privacyApi.ask, { body });
      return { to: path, toast: { title: t(body.kind === "access" ? "account:requests.copyBegun" : "account:requests.sent") } };
    });
  return submit(args, ConsentDraft, async (body) => {
    await api.call(privacyApi.setConsents, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  });
}

export default function Privacy() {
  const { consents, requests, signatures } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame>
      <ConsentsPanel consents={consents} />
      <RequestsPanel requests={requests} />
      {signatures.length > 0 && <SignedTexts signatures={signatures} />}
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
