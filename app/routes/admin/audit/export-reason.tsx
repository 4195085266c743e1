import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { gate } from "~/access/gate.server";
import { pathIn } from "~/i18n/locale-of-path";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Button, ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/admin/audit-log/export";

export const handle = { i18n: ["audit", "lists"], crumb: { label: "audit:title", to: "/dashboard/admin/audit-log" } } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const query = [...new URL(args.request.url).searchParams].filter(([name]) => name !== "reason");
  return { query, title: args.context.t(`titles:${path}`) };
}

/** Asks for the reason of an export of the log, which is recorded in it. */
export default function AuditExport() {
  const { query } = useLoaderData<typeof loader>();
  const { t } = useTranslation("audit");
  const { locale } = usePage();
  const { t: lists } = useTranslation("lists");
  return (
    <form className="panel grid max-w-2xl gap-4" action={pathIn(locale, `${path}.csv`)}>
      <h1 className="office-title">{t("export.title")}</h1>
      {query.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="reason">{t("export.reason")}</label>
        <p className="hint" id="reason-hint">
          {t("export.hint")}
        </p>
        <input id="reason" name="reason" className="control" required maxLength={300} aria-describedby="reason-hint" />
      </div>
      <p className="actions">
        <Button>{lists("export.csv")}</Button>
        <Button variant="line" formAction={pathIn(locale, `${path}.xlsx`)}>
          {lists("export.xlsx")}
        </Button>
        <ButtonLink variant="line" to="/dashboard/admin/audit-log">
          {t("export.cancel")}
        </ButtonLink>
      </p>
    </form>
  );
}

export const ErrorBoundary = OfficeError;
