import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { HoursForm, volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { HoursFields } from "~/subjects/hours/hours-fields";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/volunteer-hours/create";
const list = "/dashboard/volunteer-hours";

export const handle = { i18n: ["hours"], crumb: { label: "hours:title", to: list } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, session, t } = args.context;
  const [{ items }, user] = await Promise.all([api.call(publicSectorsApi.list), session.user()]);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return {
    sectors,
    own: sectors.find(({ name }) => name === user?.extraData.team)?.id,
    rules: rulesOf({ hours: HoursForm }),
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, HoursForm, async (body) => {
    const { remark } = await api.call(volunteerHoursApi.create, { body });
    return { to: list, toast: { title: t("hours:sent"), description: remark === "overlap" ? t("hours:sentTwice") : undefined } };
  });
}

const schema = () => import("#contract/charity/volunteer-hours").then((hours) => hours.HoursForm);

export default function AddHours() {
  const { sectors, own, submission } = useLoaderData<typeof loader>();
  const { t } = useTranslation("hours");
  const [form, fields] = usePageForm(schema, { id: "hours", answer: useActionData<typeof action>(), defaultValue: { sectorId: own } });
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{t("addTitle")}</h1>
      <Form className="grid gap-4" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <HoursFields fields={fields} sectors={sectors} />
        <p className="actions">
          <Submit>{t("send")}</Submit>
          <ButtonLink variant="line" to={list}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;
