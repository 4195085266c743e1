import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ContentForm } from "~/content/content-form";
import { modelOf, openSubject, referenceChoices, valuesInQuery } from "~/content/content-pages.server";
import { saveUploads, submitContent } from "~/content/content-saving.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";

export const handle = { i18n: ["content", "addresses", "markdown"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { name, subject, subjectApi, texts, crumb, user } = await openSubject(args, "create");
  const from = new URL(args.request.url).searchParams.get("from");
  const copied = from ? await modelOf(args.context, subject, from) : undefined;
  const choices = await referenceChoices(args.context, name);
  // Administrators may leave the team out; others set up records of their own, and may have one alone.
  const [team, ...others] = choices.sectors ?? [];
  const own = user.role !== "ADMIN" && team && others.length === 0 ? { sectorId: team.id } : {};
  const model = { ...own, ...copied, ...valuesInQuery(args.request, subject) };
  const rules = rulesOf({ record: subjectApi.Draft });
  return { name, crumb, choices, rules, from, model, submission: crypto.randomUUID(), title: texts("create") };
}

export async function action(args: ActionFunctionArgs) {
  const { subject, subjectApi, path } = await openSubject(args, "create");
  const posted = await saveUploads(args, subject);
  return submitContent(args, posted, subjectApi.Draft, async (body) => {
    const { id } = await args.context.api.call(subjectApi.create, { body });
    return { to: `${path}/${id}/edit`, toast: { title: args.context.t("content:done.created") } };
  });
}

export default function CreateContent() {
  const { name, choices, from, model, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("content");
  return (
    <>
      <h1 className="office-title">{title}</h1>
      {from && <p className="muted">{t("copy.lead")}</p>}
      <div className="record-page">
        <ContentForm key={`${name} ${from}`} name={name} model={model} choices={choices} answer={answer} submission={submission} />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
