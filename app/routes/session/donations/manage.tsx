import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccessRequest, donorAccessApi, OwnGiftsQuery, ownGiftsApi } from "#contract/giving/donor-access";
import { donorReceiptsApi } from "#contract/giving/fiscal-receipts";
import { flashToast } from "~/api/flash.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { FormPage } from "../form-page";
import { isClosed } from "./donor.server";
import { GiftList } from "./gift-list";
import { LinkForm } from "./link-form";

export const handle = { i18n: ["donations", "donate", "receipts"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader({ request, context: { api, t } }: LoaderFunctionArgs) {
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
    rules: rulesOf({ "donor-access": AccessRequest }),
    title: t("titles:/donations/manage"),
  };
}

/** Ends the access early. */
export async function action({ context }: ActionFunctionArgs) {
  await context.api.call(donorAccessApi.close);
  flashToast(context, { title: context.t("donations:manage.ended") });
  return redirect("/donations/access", 303);
}

export default function DonorGifts() {
  const { gifts, receipts } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donations");
  if (gifts) return <GiftList gifts={gifts} receipts={receipts} />;
  return (
    <FormPage title={t("manage.h1")} lead={t("manage.closedLead")}>
      <LinkForm />
    </FormPage>
  );
}
