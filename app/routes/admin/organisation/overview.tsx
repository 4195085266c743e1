import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { firstParts, organisationApi } from "#contract/charity/organisation";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PartFacts } from "~/subjects/organisation/part-facts";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/organisation";

export const handle = { i18n: ["organisation"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { items } = await args.context.api.call(organisationApi.list);
  return { parts: items, title: args.context.t(`titles:${path}`) };
}

/** The facts about the organisation, part by part. */
export default function Organisation() {
  const { parts, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("organisation");
  // Shown once at the top when it is true of every part that the settings know.
  const ofSettings = parts.filter(({ part }) => firstParts.some((one) => one === part));
  const allFromSettings = ofSettings.every(({ source }) => source === "environment");
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1">{t("lead")}</p>
        {allFromSettings && <p className="muted mt-1">{t("fromEnvironment")}</p>}
      </div>
      {parts.map((record) => (
        <Panel key={record.part} title={t(`part.${record.part}`)} link={{ to: `${path}/${record.part}`, label: t("change") }}>
          <PartFacts facts={record.facts} />
          {ofSettings.includes(record) && record.source === "environment" && !allFromSettings && (
            <p className="muted mt-3 text-sm">{t("fromEnvironment")}</p>
          )}
        </Panel>
      ))}
    </>
  );
}

export const ErrorBoundary = OfficeError;
