import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { fileDocumentKinds } from "#contract/accounts/criteria";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";
import { SupportingDocumentDecision, supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { usePageForm } from "~/forms/use-page-form";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { giversFor } from "~/subjects/people/givers.server";
import { Withheld } from "~/subjects/people/withheld";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { decideOn } from "./decision.server";
import { DocumentFacts } from "./document-facts";
import { isDecidable } from "./document-page";

const schema = () => import("#contract/accounts/supporting-documents").then(({ SupportingDocumentDecision }) => SupportingDocumentDecision);

const path = "/dashboard/admin/documents/{id}/view";

export const handle = {
  i18n: ["documents", "people"],
  crumb: { label: "documents:list.title", to: "/dashboard/admin/documents" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const document = await args.context.api.call(supportingDocumentsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return {
    document,
    givers: await giversFor(args.context, document.withheld),
    rules: rulesOf({ decision: SupportingDocumentDecision }),
    driver: drivingDocumentKinds.some((kind) => kind === document.kind) ? document.ownerId : null,
    title: document.person,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return decideOn(args);
}

export default function DocumentPage() {
  const { document, givers, driver } = useLoaderData<typeof loader>();
  const { t } = useTranslation("documents");
  const { t: people } = useTranslation("people");
  const { locale } = usePage();
  const file = pathIn(locale, `/dashboard/admin/documents/${document.id}/file`);
  const [form, fields] = usePageForm(schema, { id: "decision", answer: useActionData<typeof action>() });
  return (
    <>
      <h1 className="office-title">{t("pageTitle", { kind: t(`kinds.${document.kind}`), person: document.person })}</h1>
      <DocumentFacts document={document} />
      {driver && (
        <p className="panel">
          {t("driver")} <Link to={`/dashboard/admin/users/${driver}/view`}>{t("toDriver")}</Link>
        </p>
      )}
      {document.withheld && (
        <section className="panel">
          <Withheld what={t("withheld")} givers={givers} />
        </section>
      )}
      {!document.purged && !document.withheld && (
        <div className="grid justify-items-start gap-2">
          {document.mime.startsWith("image/") && (
            <img src={file} alt={t(`kinds.${document.kind}`)} className="max-h-[80vh] max-w-full rounded-lg bg-white object-contain" />
          )}
          <a className="btn btn-line" href={file} download>
            <Icon of={Download} />
            {t("download")}
          </a>
          <span className="muted text-sm">{t("downloadHint")}</span>
        </div>
      )}
      {document.status === "pending" && document.byAdministrators && <p className="panel">{people("byAdministrators")}</p>}
      {isDecidable(document) && (
        <Panel title={t("decision.title")}>
          <Form className="grid max-w-2xl gap-4" {...getFormProps(form)}>
            <ErrorSummary form={form} />
            {fileDocumentKinds.some((kind) => kind === document.kind) && <p>{t("decision.sendsBack")}</p>}
            <TextArea field={fields.reason} label={t("decision.reason")} hint={t("decision.reasonHint")} optional={false} rows={3} />
            <p className="actions">
              <Submit name="verdict" value="accepted">
                {t("decision.accept")}
              </Submit>
              <Submit name="verdict" value="rejected" variant="danger">
                {t("decision.reject")}
              </Submit>
            </p>
          </Form>
        </Panel>
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
