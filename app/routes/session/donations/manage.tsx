import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccessRequest, donorAccessApi, OwnGiftsQuery, ownGiftsApi } from "#contract/giving/donor-access";
import { donorReceiptsApi } from "#contract/giving/fiscal-receipts";
import { ReceiptAddress } from "#contract/giving/pledge-donor";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import { type Done, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { countryChoices } from "~/subjects/donations/countries.server";
import { FormPage } from "../form-page";
import { isClosed } from "./donor.server";
import { GiftList } from "./gift-list";
import { LinkForm } from "./link-form";

export const handle = { i18n: ["donations", "donate", "receipts"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t } = context;
  const query = readList(request, OwnGiftsQuery);
  const [gifts, receipts] = await Promise.all([api.call(ownGiftsApi.list, { query }), api.call(donorReceiptsApi.list)]).catch(
    (error: unknown) => {
      if (isClosed(error)) return [null, null] as const;
      throw error;
    },
  );
  return {
    receipts: receipts?.items ?? [],
    gifts: gifts && withinPages(request, gifts),
    countries: gifts?.lacksAddress ? await countryChoices(context) : [],
    rules: rulesOf({ "donor-access": AccessRequest, address: ReceiptAddress }),
    title: t("titles:/donations/manage"),
  };
}

/** Stores the address that a receipt lacks, or ends the access early. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const form = await request.clone().formData();
  if (form.get("intent") === "address") return submit(args, ReceiptAddress, (body) => saveAddress(context, body));
  await context.api.call(donorAccessApi.close);
  flashToast(context, { title: context.t("donations:manage.ended") });
  return redirect("/donations/access", 303);
}

async function saveAddress({ api, t }: ActionFunctionArgs["context"], body: ReceiptAddress): Promise<Done> {
  const to = "/donations/manage";
  return api.call(ownGiftsApi.setAddress, { body }).then(
    () => ({ to, toast: { title: t("donations:address.done") } }),
    (error: unknown) => {
      if (isClosed(error)) return { to };
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return { to, toast: { title: t("donations:address.late"), icon: "warning", color: "warning" } };
    },
  );
}

export default function DonorGifts() {
  const { gifts, receipts, countries } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("donations");
  if (gifts) return <GiftList gifts={gifts} receipts={receipts} countries={countries} answer={answer} />;
  return (
    <FormPage title={t("manage.h1")} lead={t("manage.closedLead")}>
      <LinkForm />
    </FormPage>
  );
}
