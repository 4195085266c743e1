import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readIn } from "#contract/formats/localized-text";
import { legalEditingApi, TextEdit, TextRecord } from "#contract/law/legal-editing";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { withProcessorsPlace } from "~/subjects/privacy/processors.server";
import { withRetentionPlace } from "~/subjects/privacy/retention-table.server";
import { PublishedText } from "./published-text";
import { TextConflict } from "./text-conflict";
import { TextForm } from "./text-form";
import { TextHead } from "./text-head";
import { moveText } from "./text-steps.server";

const path = "/dashboard/admin/documents/texts/{id}";

export const handle = {
  i18n: ["signing", "markdown"],
  crumb: { label: "signing:list.title", to: "/dashboard/admin/documents/texts" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, locale, t } = args.context;
  const text = await api.call(legalEditingApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const body = readIn(locale, text.body);
  const html = renderMarkdown(withProcessorsPlace(withRetentionPlace(body.text, t), t), { textLocale: body.locale, pageLocale: locale });
  return {
    text,
    html,
    lang: body.locale,
    submission: crypto.randomUUID(),
    rules: rulesOf({ text: TextEdit }),
    title: readIn(locale, text.title).text,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent !== "save") return moveText(args.context, params.id, String(intent));
  return submit(
    args,
    TextEdit,
    async (body) => {
      await api.call(legalEditingApi.update, { params, body }).catch(orNotFound);
      return { to: `/dashboard/admin/documents/texts/${params.id}`, toast: { title: t("signing:done.saved") } };
    },
    { record: TextRecord },
  );
}

export default function LegalText() {
  const { text, html, lang, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const theirs = answer?.current;
  return (
    <>
      <TextHead text={text} title={title} />
      {theirs && <TextConflict theirs={theirs} />}
      {text.status === "draft" ? (
        <TextForm key={text.version} text={theirs ? { ...text, version: theirs.version } : text} answer={answer} submission={submission} />
      ) : (
        <PublishedText text={text} html={html} lang={lang} />
      )}
    </>
  );
}

export const ErrorBoundary = OfficeError;
