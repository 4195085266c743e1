import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FirstSector, setupApi } from "#contract/accounts/setup";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";

const path = "/setup/sector";
const next = "/setup/contents";

const schema = () => import("#contract/accounts/setup").then(({ FirstSector }) => FirstSector);

export const handle = { i18n: ["setup", "addresses"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { done } = await args.context.api.call(setupApi.progress);
  const about = { rules: rulesOf({ sector: FirstSector }), submission: crypto.randomUUID(), title: args.context.t(`titles:${path}`) };
  return { isDone: done.includes("sector"), ...about };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return submit(args, FirstSector, async (body) => {
    await args.context.api.call(setupApi.addSector, { body });
    return { to: next, toast: { title: args.context.t("common:toasts.saved") } };
  });
}

export default function SetupSector() {
  const { isDone, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("setup");
  const [form, fields] = usePageForm(schema, { id: "sector", answer: useActionData<typeof action>() });
  return (
    <FormPage title={t("sector.h1")} lead={t("sector.lead")}>
      {isDone && <Notice>{t("sector.done")}</Notice>}
      <Form className="mt-7 grid gap-6" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.name} label={t("field.sectorName")} hint={t("hint.sectorName")} />
        <TextField field={fields.city} label={t("field.city")} autoComplete="address-level2" />
        <TextField field={fields.postcode} label={t("field.postcode")} autoComplete="postal-code" />
        <p className="actions">
          <Submit>{t("saveAndGoOn")}</Submit>
          <ButtonLink to={next} variant="line">
            {t("later")}
          </ButtonLink>
        </p>
      </Form>
    </FormPage>
  );
}
