import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Hourglass } from "lucide";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { type Statement, statementsApi } from "#contract/giving/statements";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Badge } from "~/ui/badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { columnsOf, importTable, uploadLimits, uploadStatement } from "./file.server";
import { ColumnsForm, UploadForm } from "./file-forms";
import { usePeriod } from "./use-period";

const path = "/dashboard/admin/donations/statements";

export const handle = { i18n: ["statements", "content"], files: "large" } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const search = new URL(args.request.url).searchParams;
  const sheet = search.get("sheet");
  return {
    ...(await api.call(statementsApi.list, { query: { before: search.get("before") ?? undefined } })),
    table: sheet ? await columnsOf(args.context, sheet) : null,
    limits: uploadLimits,
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const sheet = new URL(args.request.url).searchParams.get("sheet");
  return sheet ? importTable(args, sheet) : uploadStatement(args);
}

/** The statements of the bank account, and the import of one more. */
export default function Statements() {
  const { items, hasMore, table, limits, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("statements");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="lg:order-2">
          <Panel title={t(table ? "columns.title" : "upload.title")}>
            {table ? (
              <ColumnsForm key={submission} {...table} answer={answer} submission={submission} />
            ) : (
              <UploadForm key={submission} limits={limits} answer={answer} submission={submission} />
            )}
          </Panel>
        </div>
        <Panel title={t("list.title")}>
          {items.length === 0 && <p className="muted">{t("list.none")}</p>}
          <ul className="rows">
            {items.map((statement) => (
              <Entry key={statement.id} statement={statement} />
            ))}
          </ul>
          {hasMore && (
            <p className="mt-4">
              <Link to={`${path}?before=${items.at(-1)?.id}`} className="font-semibold">
                {t("list.older")}
              </Link>
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;

function Entry({ statement }: { statement: Statement }) {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  const { id, fileName, importedAt, importedBy, waiting, matched, ignored, known, waitsSince } = statement;
  const period = usePeriod();
  const facts = [
    t("list.matched", { count: matched }),
    ignored > 0 && t("list.ignored", { count: ignored }),
    known > 0 && t("list.known", { count: known }),
  ];
  return (
    <li>
      <span className="min-w-0 flex-[1_1_12rem]">
        <Link to={`${path}/${id}`} className="font-semibold">
          {period(statement)}
        </Link>
        <span className="block">{facts.filter(Boolean).join(", ")}</span>
        <small className="muted block wrap-anywhere">
          {fileName}, <LocalDate value={importedAt} style="time" />
          {importedBy && `, ${t("list.by", { name: importedBy })}`}
        </small>
      </span>
      {waiting > 0 && waitsSince && (
        <span>
          <Badge meaning="warning" icon={Hourglass}>
            {t("list.waiting", { count: waiting })}
          </Badge>
          <small className="muted block">{t("list.since", { day: writtenDay(locale, waitsSince) })}</small>
        </span>
      )}
    </li>
  );
}
