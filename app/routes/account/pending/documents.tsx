import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { legalDocumentsApi, SignatureDraft } from "#contract/law/legal-documents";
import { gate } from "~/access/gate.server";
import { pendingPerson } from "~/access/pending.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { RenderedText } from "~/ui/rendered-text";
import { PendingPage } from "./pending-page";

const schema = () => import("#contract/law/legal-documents").then(({ SignatureDraft }) => SignatureDraft);

export const handle = { i18n: ["pending"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { api, locale, t } = args.context;
  const { id: person, firstName, role, docToSign, legalDocuments } = await pendingPerson(args, "/account/pending/documents");
  if (!docToSign) throw data(null, { status: 404 });
  const text = await api.call(legalDocumentsApi.get, { params: { id: docToSign.uuid } });
  const html = renderMarkdown(text.body, { textLocale: text.locale, pageLocale: locale });
  const waiting = legalDocuments.filter(({ signed }) => !signed).length;
  return {
    name: firstName,
    role,
    person,
    text,
    html,
    waiting,
    rules: rulesOf({ sign: SignatureDraft }),
    title: t("titles:/account/pending/documents"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { docToSign } = await gate(args, "/account/pending/documents");
  return submit(args, SignatureDraft, async (body) => {
    await args.context.api.call(legalDocumentsApi.sign, { params: { id: docToSign?.uuid ?? "" }, body });
    return { to: "/account/pending/documents", toast: { title: args.context.t("pending:documents.signed") }, newDocument: true };
  });
}

export default function PendingDocuments() {
  const { name, role, person, text, html, waiting } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "sign", answer: useActionData<typeof action>() });
  return (
    <PendingPage
      title={t("documents.h1", { name, count: waiting })}
      lead={t("documents.lead", { count: waiting })}
      step="documents"
      role={role}
      person={person}
    >
      <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="text">
        <h2 id="text" className="title-section">
          {text.title}
        </h2>
        <p className="muted">{t("documents.version", { version: text.version })}</p>
        <RenderedText html={html} lang={text.locale} className="legal-text mt-5" />
        <Form className="mt-6 grid justify-items-start gap-4" {...getFormProps(form)}>
          <ErrorSummary form={form} />
          <input type="hidden" name="textHash" value={text.textHash} />
          <Checkbox field={fields.accepted} label={t("documents.accept")} />
          <Submit>{t("documents.submit")}</Submit>
        </Form>
        <p className="muted mt-4 text-sm">{t("documents.refuse")}</p>
      </section>
    </PendingPage>
  );
}
