import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  NotificationChoices,
  NotificationPauses,
  notificationsApi,
  notificationTopics,
  type PushTopic,
  pushFrequencies,
  pushTopicNames,
  pushTopics,
  summaryChoices,
  topicNames,
} from "#contract/accounts/notifications";
import { PushDeviceDraft, pushDevicesApi } from "#contract/accounts/push-devices";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";
import { DevicesPanel } from "./devices-panel";
import { PausePanel } from "./pause-panel";
import { SettingsFrame } from "./settings-frame";

const schema = () => import("#contract/accounts/notifications").then(({ NotificationChoices }) => NotificationChoices);

const path = "/account/settings/notifications";

export const handle = { i18n: ["account"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api } = args.context;
  const [choices, pauses, devices] = await Promise.all([
    api.call(notificationsApi.choices),
    api.call(notificationsApi.pauses),
    api.call(pushDevicesApi.list),
  ]);
  return {
    choices,
    pauses,
    devices: devices.offered ? devices.items : null,
    rules: rulesOf({ notifications: NotificationChoices, pauses: NotificationPauses }),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "pause") return pause(args);
  if (form.get("intent") === "add") return addDevice(args);
  if (form.get("intent") === "remove") {
    await api.call(pushDevicesApi.remove, { params: { id: String(form.get("device")) } }).catch(orNotFound);
    flashToast(args.context, { title: t("account:devices.removed") });
    return redirect(path, 303);
  }
  return submit(args, NotificationChoices, async (body) => {
    await api.call(notificationsApi.setChoices, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  });
}

function pause(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  return submit(args, NotificationPauses, async (body) => {
    await api.call(notificationsApi.setPauses, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  });
}

function addDevice(args: ActionFunctionArgs) {
  const { api, t } = args.context;
  const add = async (body: PushDeviceDraft) => {
    await api.call(pushDevicesApi.add, { body }).catch(orNotFound);
    return { to: path, toast: { title: t("account:devices.added") } };
  };
  return submit(args, PushDeviceDraft, add, { hide: ["token"] });
}

const isOnDevices = (topic: string): topic is PushTopic => topic in pushTopics;
const isInSummaries = (topic: string) => summaryChoices.some((one) => one === topic);

export default function Notifications() {
  const { choices, pauses, devices } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const answer = useActionData<typeof action>();
  const intent = answer?.result.initialValue?.intent;
  const about = (which: string | undefined) => (intent === which ? answer : undefined);
  const topics = topicNames.filter((topic) => choices[topic]);
  return (
    <SettingsFrame>
      <Panel title={t("notifications.title")}>
        <p className="muted">{t("notifications.lead")}</p>
        {topics.some((topic) => isInSummaries(topic)) && <p className="muted mt-2">{t("notifications.summaries")}</p>}
        <ChoicesForm answer={about(undefined)} />
        {choices.newsletter && (
          <section className="mt-5 border-t border-line pt-4">
            <h3 className="font-semibold">{t("notifications.topics.newsletter")}</h3>
            <p>
              {t("notifications.agreed")}{" "}
              <Link to="/account/settings/privacy">{t("notifications.consents", { tab: t("tabs.privacy") })}</Link>
            </p>
          </section>
        )}
      </Panel>
      <PausePanel topics={choices.newsletter ? [...topics, "newsletter"] : topics} pauses={pauses} answer={about("pause")} />
      {devices && <DevicesPanel devices={devices} failed={about("add") !== undefined} />}
    </SettingsFrame>
  );
}

/** A row for each topic; where push is configured, its two channels are side by side. */
function ChoicesForm({ answer }: { answer: FormAnswer | undefined }) {
  const {
    choices: { newsletter: _, ...choices },
    devices,
  } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "notifications", answer, defaultValue: choices });
  const topics = topicNames.filter((topic) => choices[topic]);
  const onDevices = pushTopicNames.filter((topic) => choices[pushTopics[topic].field]);
  const byMail = (topic: (typeof topics)[number], label: string) => (
    <SelectField
      key={topic}
      field={fields[topic]}
      label={label}
      hint={topic === "messages" || topic === "reminders" ? t(`notifications.${topic}Hint`) : undefined}
      choices={notificationTopics[topic].frequencies.map((value) => ({ value, label: t(`notifications.frequency.${value}`) }))}
      optional={false}
    />
  );
  const rows = [...onDevices.filter((topic) => topic === "account"), ...topics] as const;
  return (
    <Form className="mt-4 grid gap-5" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {!devices
        ? topics.map((topic) => byMail(topic, t(`notifications.topics.${topic}`)))
        : rows.map((topic) => (
            <fieldset key={topic} className="grid gap-3 sm:grid-cols-2">
              <legend className="mb-2 font-semibold">{t(`notifications.topics.${topic}`)}</legend>
              {topic === "account" ? (
                <div className="field">
                  <span className="font-semibold">{t("notifications.byMail")}</span>
                  <p>{t("notifications.always")}</p>
                </div>
              ) : (
                byMail(topic, t("notifications.byMail"))
              )}
              {isOnDevices(topic) && onDevices.includes(topic) && (
                <SelectField
                  field={fields[pushTopics[topic].field]}
                  label={t("notifications.onDevices")}
                  hint={topic === "association" ? t("notifications.onDevicesHint") : undefined}
                  choices={pushFrequencies.map((value) => ({ value, label: t(`notifications.device.${value}`) }))}
                  optional={false}
                />
              )}
            </fieldset>
          ))}
      <p className="actions">
        <Submit>{t("save")}</Submit>
      </p>
    </Form>
  );
}

export const ErrorBoundary = OfficeError;
