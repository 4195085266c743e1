import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BookOpen, FilePlus } from "lucide";
import { useTranslation } from "react-i18next";
import { franceDay } from "#contract/formats/france-time";
import { fiscalReceiptsApi } from "#contract/giving/fiscal-receipts";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { receiptColumns, receiptsPath, useReceiptFilters } from "./list-parts";

export const handle = { i18n: ["receipts", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

/** Receipts and their names are retained for six years. */
const yearsShown = 7;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, receiptsPath, fiscalReceiptsApi.list);
  const thisYear = Number(franceDay(new Date()).slice(0, 4));
  return { list, years: Array.from({ length: yearsShown }, (_, ago) => thisYear - ago), title: list.title };
}

/** The tax receipts that were issued. */
export default function Receipts() {
  const { list, years } = useLoaderData<typeof loader>();
  const { t } = useTranslation("receipts");
  return (
    <ListPage
      list={list}
      texts="receipts:list."
      columns={receiptColumns}
      filters={useReceiptFilters(list, years)}
      exports
      menu={
        <>
          <li>
            <Link className="menu-item" to={`${receiptsPath}/to-issue`}>
              <Icon of={FilePlus} />
              {t("toCome.link")}
            </Link>
          </li>
          <li>
            <Link className="menu-item" to={`${receiptsPath}/declaration`}>
              <Icon of={BookOpen} />
              {t("toCome.declarationLink")}
            </Link>
          </li>
        </>
      }
      drawing="coin"
      note={
        <p>
          <Link to={`${receiptsPath}/to-issue`} className="font-semibold">
            {t("toCome.link")}
          </Link>
        </p>
      }
    />
  );
}

export const ErrorBoundary = OfficeError;
