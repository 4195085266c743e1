import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileText } from "lucide";
import { useTranslation } from "react-i18next";
import { ManagerDraft, sectorsApi } from "#contract/charity/sectors";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { SectorPoster } from "~/subjects/sectors/poster";
import { PrintButton } from "~/subjects/sectors/print-button";
import { SectorOverview } from "~/subjects/sectors/sector-overview";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Managers } from "./managers";

const path = "/dashboard/admin/sectors/{id}/fiche";
const list = "/dashboard/admin/sectors";

export const handle = { i18n: ["sectors", "content", "team", "events"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const sector = await args.context.api.call(sectorsApi.overview, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const crumb = { label: args.context.t("content:sectors.list"), to: list };
  return { sector, crumb, rules: rulesOf({ manager: ManagerDraft }), title: `${sector.name} - ${args.context.t(`titles:${path}`)}` };
}

/** Adds or removes a manager. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}/fiche`;
  const userId = (await args.request.clone().formData()).get("remove");
  if (userId) {
    await api.call(sectorsApi.removeManager, { params: { ...params, userId: String(userId) } }).catch(orNotFound);
    flashToast(args.context, { title: t("sectors:managers.removed") });
    return redirect(to, 303);
  }
  return submit(args, ManagerDraft, async (body) => {
    await api.call(sectorsApi.addManager, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("sectors:managers.added") } };
  });
}

export default function Fiche() {
  const { sector } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{sector.name}</h1>
        <p className="actions print:hidden">
          <PrintButton>{t("print")}</PrintButton>
          <a className="btn btn-line" href={pathIn(locale, `${list}/${sector.id}/fiche.pdf`)} download>
            <Icon of={FileText} />
            {t("download")}
          </a>
          {sector.kind === "local_team" && (
            <ButtonLink variant="line" to={`${list}/${sector.id}/records`}>
              {t("records.link")}
            </ButtonLink>
          )}
          <ButtonLink variant="line" to={`${list}/${sector.id}/hours`}>
            {t("hours.link")}
          </ButtonLink>
          <ButtonLink variant="line" to={`${list}/${sector.id}/edit`}>
            {t("edit")}
          </ButtonLink>
        </p>
      </div>
      <SectorPoster sector={sector} />
      <div className="contents print:hidden">
        <SectorOverview sector={sector} linked />
        <Managers managers={sector.managers} answer={useActionData<typeof action>()} />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
