import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FileText } from "lucide";
import { useTranslation } from "react-i18next";
import { mySectorsApi } from "#contract/charity/my-sectors";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { SectorPoster } from "~/subjects/sectors/poster";
import { PrintButton } from "~/subjects/sectors/print-button";
import { SectorOverview } from "~/subjects/sectors/sector-overview";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/my-sectors/{id}";
const list = "/dashboard/my-sectors";

export const handle = { i18n: ["sectors", "content", "team", "events"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const sector = await api.call(mySectorsApi.overview, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { sector, title: `${sector.name} - ${t(`titles:${path}`)}` };
}

/** The page of a sector, for its managers. */
export default function MySector() {
  const { sector } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const own = `${list}/${sector.id}`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <Link className="more print:hidden" to={list}>
            {t("mine.back")}
          </Link>
          <h1 className="office-title">{sector.name}</h1>
        </div>
        <p className="actions print:hidden">
          <PrintButton>{t("print")}</PrintButton>
          <a className="btn btn-line" href={pathIn(locale, `${own}/fiche.pdf`)} download>
            <Icon of={FileText} />
            {t("download")}
          </a>
          <ButtonLink variant="line" to={`${own}/hours`}>
            {t("hours.link")}
          </ButtonLink>
          <ButtonLink to={`${own}/edit`}>{t("mine.edit")}</ButtonLink>
        </p>
      </div>
      <SectorPoster sector={sector} />
      <div className="contents print:hidden">
        <SectorOverview sector={sector} />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
