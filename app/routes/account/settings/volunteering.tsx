import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { accountApi } from "#contract/accounts/account";
import { OwnVolunteering, ownNeedsApi } from "#contract/accounts/own-needs";
import { activities, moments } from "#contract/accounts/registration-steps";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";
import { SettingsFrame } from "./settings-frame";

const schema = () => import("#contract/accounts/own-needs").then(({ OwnVolunteering }) => OwnVolunteering);

const path = "/account/settings/volunteering";

export const handle = { i18n: ["account", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await gate(args, path);
  const { api, t } = args.context;
  const { phone } = await api.call(accountApi.profile);
  return {
    /** Numbers are shown of volunteers alone. */
    shares: role === "VOLUNTEER",
    hasPhone: !!phone,
    volunteering: await api.call(ownNeedsApi.volunteering),
    rules: rulesOf({ volunteering: OwnVolunteering }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const save = async (body: OwnVolunteering) => {
    await api.call(ownNeedsApi.setVolunteering, { body });
    return { to: path, toast: { title: t("common:toasts.saved") } };
  };
  return submit(args, OwnVolunteering, save, { record: OwnVolunteering });
}

/** What somebody likes and knows how to do, and when they are usually free. */
export default function OwnVolunteeringPage() {
  const { volunteering, shares, hasPhone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const { t: register } = useTranslation("register");
  const answer = useActionData<typeof action>();
  const [form, fields] = usePageForm(schema, { id: "volunteering", answer, defaultValue: volunteering });
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: register(`choice.${value}` as "choice.sunday") }));
  const named = (all: readonly string[], chosen: unknown) =>
    choices(all.filter((one) => [chosen].flat().includes(one)))
      .map(({ label }) => label)
      .join(", ");
  const labels = {
    activities: t("volunteering.activities"),
    skills: t("volunteering.skills"),
    moments: t("volunteering.moments"),
    sharesPhone: t("volunteering.sharesPhone"),
  };
  const yesOrNo = (shared: unknown) => t(shared ? "volunteering.yes" : "volunteering.no");
  const typed = answer?.result.initialValue;
  const version = formVersion(answer, volunteering.version);
  return (
    <SettingsFrame>
      <Panel title={t("volunteering.title")}>
        <p className="muted mb-4">{t("volunteering.lead")}</p>
        <Form className="grid gap-5" {...getFormProps(form)}>
          <ErrorSummary form={form} labels={labels} />
          {version && <input type="hidden" name="version" value={version} />}
          {!!answer?.current && (
            <ChangedMeanwhile
              facts={[
                {
                  label: labels.activities,
                  value: named(activities, volunteering.activities),
                  typed: named(activities, typed?.activities),
                },
                { label: labels.skills, value: volunteering.skills, typed: typed?.skills },
                { label: labels.moments, value: named(moments, volunteering.moments), typed: named(moments, typed?.moments) },
                ...(shares
                  ? [{ label: labels.sharesPhone, value: yesOrNo(volunteering.sharesPhone), typed: yesOrNo(typed?.sharesPhone) }]
                  : []),
              ]}
            />
          )}
          <ChoiceGroup field={fields.activities} label={labels.activities} several cards choices={choices(activities)} />
          <TextArea field={fields.skills} label={labels.skills} hint={t("volunteering.skillsHint")} rows={3} />
          <ChoiceGroup field={fields.moments} label={labels.moments} several cards choices={choices(moments)} />
          {shares && (
            <Checkbox
              field={fields.sharesPhone}
              label={labels.sharesPhone}
              hint={
                <>
                  {t("volunteering.sharesPhoneHint")}
                  {!hasPhone && ` ${t("volunteering.phoneFirst")}`}
                </>
              }
            />
          )}
          <p className="actions">
            <Submit>{t("save")}</Submit>
          </p>
        </Form>
      </Panel>
    </SettingsFrame>
  );
}

export const ErrorBoundary = OfficeError;
