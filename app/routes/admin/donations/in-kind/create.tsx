import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { GiftInKindDraft, giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { gate } from "~/access/gate.server";
import { FormPanel } from "~/forms/form-panel";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { GiftFields } from "./gift-fields";
import { giftsInKindPath } from "./list-parts";

const path = "/dashboard/admin/donations/in-kind/create";

export const handle = { i18n: ["in-kind"], crumb: { label: "in-kind:list.title", to: giftsInKindPath } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const title = args.context.t(`titles:${path}`);
  return {
    rules: rulesOf({ gift: GiftInKindDraft }),
    submission: crypto.randomUUID(),
    today: franceDay(new Date()),
    title,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, GiftInKindDraft, async (body) => {
    const { id } = await api.call(giftsInKindApi.create, { body });
    return { to: `${giftsInKindPath}/${id}`, toast: { title: t("in-kind:recorded") } };
  });
}

const schema = () => import("#contract/giving/gifts-in-kind").then((gifts) => gifts.GiftInKindDraft);

/** What came, when and from whom. */
export default function RecordGiftInKind() {
  const { submission, today, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("in-kind");
  const defaultValue = { receivedOn: today, locale: "fr" };
  const [form, fields] = usePageForm(schema, { id: "gift", answer: useActionData<typeof action>(), defaultValue });
  return (
    <FormPanel title={title} form={form} submission={submission} send={t("record")} cancel={t("cancel")} list={giftsInKindPath}>
      <GiftFields fields={fields} />
    </FormPanel>
  );
}

export const ErrorBoundary = OfficeError;
