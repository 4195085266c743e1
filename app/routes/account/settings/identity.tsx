import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountApi, OwnAddress, OwnProfile, OwnSectorChoice, StoredAddress, StoredProfile } from "#contract/accounts/account";
import { documentsApi } from "#contract/accounts/documents";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { languageChoice } from "~/i18n/language-choice";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenAddress, findAddress } from "~/subjects/addresses/find-address.server";
import { AddressForm } from "./address-form";
import { DeliveryNotice } from "./delivery-notice";
import { IdentityForm } from "./identity-form";
import { PhotoForm } from "./photo-form";
import { SectorProposalPanel } from "./sector-proposal";
import { SettingsFrame } from "./settings-frame";

/** Donors, whom the settings are closed to, have the page at an address of their own. */
function pathOf(url: string) {
  return new URL(url).pathname.endsWith("/profile") ? "/account/settings/profile" : "/account/settings";
}

export const handle = { i18n: ["account", "addresses"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const path = pathOf(args.request.url);
  const { documents } = await gate(args, path);
  const { api, t } = args.context;
  const proposes = new URL(args.request.url).searchParams.has("moved");
  const [profile, { address, knowsAddresses }, { delivery }, proposed] = await Promise.all([
    api.call(accountApi.profile),
    api.call(accountApi.address),
    api.call(accountApi.emailDelivery),
    proposes ? api.call(accountApi.proposedSector) : null,
  ]);
  const avatarId = documents.find(({ type }) => type === "AVATAR")?.uuid ?? null;
  return {
    profile,
    address,
    knowsAddresses,
    avatarId,
    unreachedSince: delivery?.deadSince ?? null,
    path,
    proposal: proposed?.proposal ?? null,
    rules: rulesOf({ identity: OwnProfile, address: OwnAddress, team: OwnSectorChoice }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  const path = pathOf(args.request.url);
  await gate(args, path);
  const { api, t, settings, locale } = args.context;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "photo") return changePhoto(args.context, path, form.get("photo"));
  if (form.get("intent") === "removePhoto") return changePhoto(args.context, path, null);
  if (form.get("intent") === "mailboxWorks") return sayEmailWorks(args.context, path);
  if (form.get("intent") === "address") return changeAddress(args, path, form);
  if (form.get("intent") === "team")
    return submit(args, OwnSectorChoice, async (body) => {
      await api.call(accountApi.joinSector, { body });
      return { to: path, toast: { title: t("account:team.joined") } };
    });
  const save = async (body: OwnProfile) => {
    await api.call(accountApi.setProfile, { body });
    const toast = { title: t("common:toasts.saved") };
    if (body.locale === locale) return { to: path, toast };
    return { to: `${settings.publicUrl}${pathIn(body.locale, path)}?${languageChoice}=${body.locale}`, toast, newDocument: true };
  };
  return submit(args, OwnProfile, save, { record: StoredProfile });
}

export default function Identity() {
  const { profile, address, knowsAddresses, avatarId, unreachedSince, path, proposal } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const intent = answer?.result.initialValue?.intent;
  const about = (which: string | undefined) => (intent === which ? answer : undefined);
  return (
    <SettingsFrame>
      {unreachedSince && <DeliveryNotice email={profile.email} since={unreachedSince} action={path} />}
      {proposal && <SectorProposalPanel proposal={proposal} version={profile.version} answer={about("team")} stay={path} />}
      <IdentityForm profile={profile} answer={about(undefined)} />
      {address && <AddressForm address={address} search={knowsAddresses} answer={about("address")} />}
      <PhotoForm avatarId={avatarId} name={`${profile.firstName} ${profile.lastName}`} />
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;

async function changePhoto(context: ActionFunctionArgs["context"], path: string, file: FormDataEntryValue | null) {
  const { api, t } = context;
  try {
    if (file instanceof File && file.size > 0) await api.call(documentsApi.setAvatar, { body: { file } });
    else if (file === null) await api.call(documentsApi.removeAvatar);
    flashToast(context, { title: t("common:toasts.saved") });
  } catch (error) {
    if (!(error instanceof ApiError) || ![413, 422, 429].includes(error.status)) throw error;
    flashRefusal(context, error.body.title);
  }
  return redirect(path, 303);
}

async function sayEmailWorks(context: ActionFunctionArgs["context"], path: string) {
  const { api, t } = context;
  try {
    await api.call(accountApi.emailWorks);
    flashToast(context, { title: t("account:delivery.done") });
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) throw error;
    flashRefusal(context, error.body.title);
  }
  return redirect(path, 303);
}

async function changeAddress(args: ActionFunctionArgs, path: string, form: FormData) {
  const { context, request } = args;
  if (form.has("find")) return findAddress(context, form);
  const save = async (body: OwnAddress) => {
    const { joined, proposed } = await context.api.call(accountApi.setAddress, { body });
    const description = joined ? context.t("account:team.given", { name: joined }) : undefined;
    return { to: proposed ? `${path}?moved=1` : path, toast: { title: context.t("common:toasts.saved"), description } };
  };
  return submit({ ...args, request: chosenAddress(request, form) }, OwnAddress, save, { record: StoredAddress });
}
