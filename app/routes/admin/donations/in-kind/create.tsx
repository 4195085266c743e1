import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { locales } from "#contract/formats/locale";
import { GiftInKindDraft, giftCategories, giftsInKindApi } from "#contract/giving/gifts-in-kind";
import { gate } from "~/access/gate.server";
import { SelectField, TextField } from "~/forms/fields";
import { FormPanel } from "~/forms/form-panel";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { giftsInKindPath } from "./list-parts";

const path = "/dashboard/admin/donations/in-kind/create";

export const handle = { i18n: ["in-kind"], crumb: { label: "in-kind:list.title", to: giftsInKindPath } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const title = args.context.t(`titles:${path}`);
  return { rules: rulesOf({ gift: GiftInKindDraft }), submission: crypto.randomUUID(), categories: giftCategories, title };
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
  const { submission, categories, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("in-kind");
  const [form, fields] = usePageForm(schema, { id: "gift", answer: useActionData<typeof action>(), defaultValue: { locale: "fr" } });
  return (
    <FormPanel title={title} form={form} submission={submission} send={t("record")} cancel={t("cancel")} list={giftsInKindPath}>
      <TextField field={fields.receivedOn} label={t("field.receivedOn")} type="date" />
      <SelectField
        field={fields.category}
        label={t("field.category")}
        empty=""
        choices={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <TextField field={fields.description} label={t("field.description")} hint={t("field.descriptionHint")} />
      <TextField field={fields.name} label={t("field.name")} autoComplete="off" />
      <TextField field={fields.email} label={t("field.email")} hint={t("field.emailHint")} type="email" autoComplete="off" />
      <SelectField
        field={fields.locale}
        label={t("field.locale")}
        choices={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
        optional={false}
      />
    </FormPanel>
  );
}

export const ErrorBoundary = OfficeError;
