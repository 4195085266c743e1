import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChosenContents, setupApi, startingContents } from "#contract/accounts/setup";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormPage } from "../form-page";

const path = "/setup/contents";

const schema = () => import("#contract/accounts/setup").then(({ ChosenContents }) => ChosenContents);

export const handle = { i18n: ["setup"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { contents } = await args.context.api.call(setupApi.progress);
  return {
    open: startingContents.filter((name) => !contents.includes(name)),
    present: contents,
    rules: rulesOf({ contents: ChosenContents }),
    submission: crypto.randomUUID(),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, ChosenContents, async (body) => {
    const { added } = await api.call(setupApi.addContents, { body });
    return { to: "/dashboard", toast: { title: t("setup:contents.added", { count: added.length }) } };
  });
}

export default function SetupContents() {
  const { open, present, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("setup");
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "contents", answer, defaultValue: { contents: open } });
  const choices = open.map((value) => ({ value, label: t(`content.${value}`), hint: t(`contentHint.${value}`) }));
  return (
    <FormPage title={t("contents.h1")} lead={t("contents.lead")}>
      {present.length > 0 && (
        <Notice>
          {t("contents.present")} {present.map((name) => t(`content.${name}`)).join(", ")}.
        </Notice>
      )}
      {open.length === 0 ? (
        <p className="actions mt-7">
          <ButtonLink to="/dashboard">{t("steps.dashboard")}</ButtonLink>
        </p>
      ) : (
        <Form className="mt-7 grid gap-6" submission={submission} {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <ChoiceGroup field={fields.contents as never} label={t("contents.choose")} choices={choices} several />
          <p className="actions">
            <Submit>{t("contents.submit")}</Submit>
            <ButtonLink to="/dashboard" variant="line">
              {t("later")}
            </ButtonLink>
          </p>
        </Form>
      )}
    </FormPage>
  );
}
