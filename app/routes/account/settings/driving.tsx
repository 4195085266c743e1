import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  Driving,
  drivingDocuments,
  NewDrivingDocument,
  ownDrivingApi,
  type SentDrivingDocuments as SentDriving,
  StoredDriving,
} from "#contract/accounts/person-edit";
import { gate } from "~/access/gate.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { DrivingForm } from "~/subjects/people/driving-form";
import { SentDrivingDocuments } from "~/subjects/people/sent-driving-documents";
import { Panel } from "~/ui/panel";
import { ChangedMeanwhile, formVersion } from "./changed-meanwhile";
import { DrivingDocumentForm } from "./driving-document-form";
import { SettingsFrame } from "./settings-frame";

const path = "/account/settings/driving";

export const handle = { i18n: ["account", "documents", "pending"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const [driving, sent] = await Promise.all([api.call(ownDrivingApi.get), api.call(ownDrivingApi.documents)]);
  return {
    driving,
    sent,
    rules: rulesOf({ driving: Driving, drivingDocument: NewDrivingDocument }),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.clone().formData();
  if (form.get("intent") === "document")
    return submit(args, NewDrivingDocument, async (body) => {
      await api.call(ownDrivingApi.addSupportingDocument, { body });
      return { to: path, toast: { title: t("account:driving.sent") } };
    });
  const save = async (body: Driving) => {
    await api.call(ownDrivingApi.set, { body });
    return { to: path, toast: { title: t("account:driving.saved") } };
  };
  return submit(args, Driving, save, { record: StoredDriving });
}

export default function OwnDriving() {
  const { driving, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const aboutDocument = answer?.result.initialValue?.intent === "document";
  const about = aboutDocument ? undefined : answer;
  return (
    <SettingsFrame>
      <DrivingForm
        driving={driving}
        answer={about}
        version={formVersion(about, driving.version) ?? null}
        conflict={!!about?.current && <StoredMeanwhile driving={driving} typed={about.result.initialValue} />}
      />
      {(sent.drives || sent.documents.length > 0) && <SentPanel {...sent} />}
      {sent.drives && <DrivingDocumentForm answer={aboutDocument ? answer : undefined} />}
    </SettingsFrame>
  );
}

/** What the team decided about the driving, and about each document that was sent. */
function SentPanel({ approval, documents }: SentDriving) {
  const { t } = useTranslation("account");
  return (
    <Panel title={t("driving.sentTitle")}>
      {approval && <p>{t(`driving.approval.${approval}`)}</p>}
      <SentDrivingDocuments documents={documents} />
    </Panel>
  );
}

/** What staff saved first, beside what was typed. */
function StoredMeanwhile({ driving, typed }: { driving: StoredDriving; typed: Record<string, unknown> | null | undefined }) {
  const { t } = useTranslation("account");
  const named = (vehicle: unknown) => (vehicle ? t(`driving.vehicles.${vehicle as StoredDriving["vehicle"]}`) : "");
  const days = drivingDocuments.map((document) => {
    const name = `${document}Expiry` as const;
    return { label: t(`driving.document.${document}`), value: driving[name], typed: typed?.[name] };
  });
  return (
    <ChangedMeanwhile facts={[{ label: t("driving.vehicle"), value: named(driving.vehicle), typed: named(typed?.vehicle) }, ...days]} />
  );
}

export const ErrorBoundary = OfficeError;
