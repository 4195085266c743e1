import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi, NotificationChoice, notificationChannels, notificationTopics } from "#contract/accounts/account";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { SettingsFrame } from "./settings-frame";

const schema = () => import("#contract/accounts/account").then(({ NotificationChoice }) => NotificationChoice);

const path = "/account/settings/notifications";

export const handle = { i18n: ["account"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return {
    choice: await args.context.api.call(accountApi.notifications),
    rules: rulesOf({ notifications: NotificationChoice }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  return submit(args, NotificationChoice, async (body) => {
    await api.call(accountApi.setNotifications, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  });
}

export default function Notifications() {
  const { choice } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const [form] = usePageForm(schema, { id: "notifications", answer: useActionData<typeof action>() });
  return (
    <SettingsFrame>
      <Panel title={t("notifications.title")}>
        <p className="muted">{t("notifications.lead")}</p>
        <Form className="mt-4 grid gap-5" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <div className="grid divide-y divide-line">
            {notificationTopics.map((topic) => (
              <fieldset key={topic} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
                <legend className="float-left min-w-48 grow font-semibold">{t(`notifications.topics.${topic}`)}</legend>
                {notificationChannels.map((channel) => (
                  <label key={channel} className="choice font-normal">
                    <input
                      type="checkbox"
                      className="tick"
                      name="wanted"
                      value={`${topic}.${channel}`}
                      defaultChecked={choice.wanted.includes(`${topic}.${channel}`)}
                    />
                    <span>{t(`notifications.channels.${channel}`)}</span>
                  </label>
                ))}
              </fieldset>
            ))}
          </div>
          <p className="actions">
            <Submit>{t("save")}</Submit>
          </p>
        </Form>
      </Panel>
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
