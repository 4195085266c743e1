import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NotificationChoices, notificationsApi, notificationTopics, topicNames } from "#contract/accounts/notifications";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { SettingsFrame } from "./settings-frame";

const schema = () => import("#contract/accounts/notifications").then(({ NotificationChoices }) => NotificationChoices);

const path = "/account/settings/notifications";

export const handle = { i18n: ["account"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    choices: await args.context.api.call(notificationsApi.choices),
    rules: rulesOf({ notifications: NotificationChoices }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, NotificationChoices, async (body) => {
    await api.call(notificationsApi.setChoices, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  });
}

export default function Notifications() {
  const { choices } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "notifications", answer: useActionData<typeof action>(), defaultValue: choices });
  const topics = topicNames.filter((topic) => choices[topic]);
  return (
    <SettingsFrame>
      <Panel title={t("notifications.title")}>
        <p className="muted">{t("notifications.lead")}</p>
        {topics.length === 0 ? (
          <p className="muted mt-2">{t("notifications.none")}</p>
        ) : (
          <Form className="mt-4 grid gap-5" {...getFormProps(form)}>
            <ErrorSummary form={form} />
            {topics.map((topic) => (
              <SelectField
                key={topic}
                field={fields[topic]}
                label={t(`notifications.topics.${topic}`)}
                choices={notificationTopics[topic].frequencies.map((value) => ({ value, label: t(`notifications.frequency.${value}`) }))}
                optional={false}
              />
            ))}
            <p className="actions">
              <Submit>{t("save")}</Submit>
            </p>
          </Form>
        )}
      </Panel>
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
