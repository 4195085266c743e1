import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type SupportingDocumentKind, supportingDocumentKinds } from "#contract/accounts/documents";
import { peopleApi } from "#contract/accounts/people";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/documents";

export const handle = { i18n: ["people", "documents"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const documents = await args.context.api.call(peopleApi.documents, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { ...documents, title: args.context.t(`titles:${path}`) };
}

/** The files that a person gave and the texts they signed. */
export default function PersonDocuments() {
  const { documents, signatures } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <>
      <Panel title={t("signatures")}>
        {signatures.length === 0 ? (
          <p className="muted">{t("noSignature")}</p>
        ) : (
          <ul className="grid gap-3">
            {signatures.map(({ title, version, signedAt }) => (
              <li key={title + version} className="flex flex-wrap justify-between gap-x-6">
                <strong>{t("signedText", { title, version })}</strong>
                <LocalDate value={signedAt} style="time" />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t("files")}>
        {documents.length === 0 ? (
          <p className="muted">{t("noFile")}</p>
        ) : (
          <ul className="grid gap-3">
            {documents.map(({ id, kind, addedAt, bytes }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6">
                <FileName id={id} kind={kind} />
                <span className="muted">
                  {t("kilobytes", { count: Math.max(1, Math.round(bytes / 1000)) })}, <LocalDate value={addedAt} style="short" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

type Kind = ReturnType<typeof useLoaderData<typeof loader>>["documents"][number]["kind"];

/** The kind of a file; a supporting document links to the page where it is opened and checked. */
function FileName({ id, kind }: { id: string; kind: Kind }) {
  const { t } = useTranslation("people");
  const { t: documentTexts } = useTranslation("documents");
  if (!isSupportingDocument(kind)) return <strong>{t(`fileKind.${kind}`)}</strong>;
  return (
    <Link to={`/dashboard/admin/documents/${id}/view`} className="font-semibold">
      {documentTexts(`kinds.${kind}`)}
    </Link>
  );
}

const isSupportingDocument = (kind: Kind): kind is SupportingDocumentKind => supportingDocumentKinds.some((one) => one === kind);

export const ErrorBoundary = OfficeError;
