import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mySectorsApi } from "#contract/charity/my-sectors";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { StatusBadge } from "~/ui/status-badge";

const path = "/dashboard/my-sectors";

export const handle = { i18n: ["sectors", "content"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { items } = await api.call(mySectorsApi.list);
  return { items, title: t(`titles:${path}`) };
}

/** The sectors that the person manages. */
export default function MySectors() {
  const { items, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("sectors");
  const all = useTranslate();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      {items.length === 0 ? (
        <EmptyState drawing="bike" text={t("mine.empty")} action={{ to: "/dashboard", label: t("mine.home") }} />
      ) : (
        <section className="panel" aria-label={title}>
          <ul className="rows">
            {items.map(({ id, name, kind, city, status }) => (
              <li key={id}>
                <span>
                  <Link className="row-title" to={`${path}/${id}`}>
                    {name}
                  </Link>
                  <span className="muted block text-sm">
                    {[all(`content:sectors.choice.kind.${kind}`), city !== name && city].filter(Boolean).join(", ")}
                  </span>
                </span>
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
