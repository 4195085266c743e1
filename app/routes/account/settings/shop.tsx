import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ownNeedsApi } from "#contract/accounts/own-needs";
import { Shop, StoredShop } from "#contract/accounts/shop";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ShopForm, shopFields } from "~/subjects/people/shop-form";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/shop";

export const handle = { i18n: ["account", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return { shop: await api.call(ownNeedsApi.shop), rules: rulesOf({ shop: Shop }), title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const save = async (body: Shop) => {
    await api.call(ownNeedsApi.setShop, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  };
  return submit(args, Shop, save, { record: StoredShop });
}

/** What a shop answered when it registered: its name, number and address, when and what it gives. */
export default function OwnShop() {
  const { shop } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("register");
  const typed = answer?.result.initialValue;
  const written = (name: (typeof shopFields)[number], value: unknown) => {
    if (name === "moments" || name === "products") {
      const chosen = [value].flat().filter(Boolean).map(String).sort();
      return chosen.map((one) => t(`choice.${one}` as "choice.bread")).join(", ");
    }
    return name === "surfaceOver400" ? (value ? t("field.surfaceOver400") : "") : String(value ?? "");
  };
  const facts = shopFields.map((name) => ({
    label: t(`field.${name}`),
    value: written(name, shop[name]),
    typed: written(name, typed?.[name]),
  }));
  return (
    <SettingsFrame>
      <ShopForm
        shop={shop}
        answer={answer}
        version={formVersion(answer, shop.version) ?? shop.version}
        conflict={!!answer?.current && <ChangedMeanwhile facts={facts} />}
      />
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
