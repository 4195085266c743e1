import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnAddress } from "#contract/accounts/account";
import { Driving, EditedPerson, NewEmail, personEditApi, StoredDriving } from "#contract/accounts/person-edit";
import { Shop } from "#contract/accounts/shop";
import { gate } from "~/access/gate.server";
import { orNone, orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { DrivingForm } from "~/subjects/people/driving-form";
import { ShopForm } from "~/subjects/people/shop-form";
import { AddressOfPerson, EmailOfPerson } from "./contact-forms";
import { PersonForm, ReopenForm } from "./person-form";

const path = "/dashboard/admin/users/{id}/edit";

export const handle = { i18n: ["people", "account", "register", "addresses"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const [person, { address }] = await Promise.all([
    api.call(personEditApi.get, { params }).catch(orNotFound),
    api.call(personEditApi.address, { params }),
  ]);
  const isShop = person.role === "DONATOR_MERCHANT";
  // People who are helped and donors do not drive for the charity; only merchants have a shop.
  const driving = isShop ? null : await api.call(personEditApi.driving, { params }).catch(orNone);
  const shop = isShop ? await api.call(personEditApi.shop, { params }).catch(orNone) : null;
  const rules = rulesOf({ person: EditedPerson, address: OwnAddress, email: NewEmail, driving: Driving, shop: Shop });
  return { person, address, driving, shop, rules, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `/dashboard/admin/users/${params.id}/view`;
  const saveDriving = async (body: Driving) => {
    await api.call(personEditApi.setDriving, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("account:driving.saved") } };
  };
  const form = await args.request.clone().formData();
  if (form.get("intent") === "address")
    return submit(args, OwnAddress, async (body) => {
      await api.call(personEditApi.setAddress, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("people:address.done") } };
    });
  if (form.get("intent") === "email")
    return submit(args, NewEmail, async (body) => {
      await api.call(personEditApi.changeEmail, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("people:email.done") } };
    });
  if (form.get("intent") === "driving") return submit(args, Driving, saveDriving, { record: StoredDriving });
  if (form.get("intent") === "shop")
    return submit(args, Shop, async (body) => {
      await api.call(personEditApi.setShop, { params, body }).catch(orNotFound);
      return { to, toast: { title: t("people:edit.done") } };
    });
  return submit(args, EditedPerson, async (body) => {
    await api.call(personEditApi.set, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("people:edit.done") } };
  });
}

/** What staff may change of a person: who they are, their team, how they drive, and their shop. */
export default function EditPerson() {
  const { person, address, driving, shop } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const intent = answer?.result.initialValue?.intent;
  const about = (name: string | undefined) => (intent === name ? answer : undefined);
  // A refused edit retains the version it began with: pressing again does not overwrite what somebody else saved.
  const versionOf = <Stored,>(name: string, stored: Stored) => {
    const begun = about(name)?.result.initialValue?.version;
    return typeof begun === "string" ? begun : stored;
  };
  const version = versionOf("shop", person.version);
  const driven = about("driving");
  return (
    <div className="grid max-w-3xl gap-5">
      <PersonForm person={person} answer={about(undefined)} />
      {address && <AddressOfPerson address={address} version={versionOf("address", address.version)} answer={about("address")} />}
      {person.mayChangeEmail && <EmailOfPerson email={person.email} isConfirmed={person.emailIsConfirmed} answer={about("email")} />}
      {shop && (
        <ShopForm shop={shop} answer={about("shop")} version={version} byStaff conflict={version !== person.version && <ReopenForm />} />
      )}
      {driving && (
        <DrivingForm
          driving={driving}
          answer={driven}
          version={versionOf("driving", driven ? null : (driving.version ?? null))}
          byStaff
          conflict={!!driven?.current && <ReopenForm />}
        />
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
