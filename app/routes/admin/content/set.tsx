import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BulkEditForm } from "~/content/bulk-edit-form";
import { openSubject, referenceChoices } from "~/content/content-pages.server";
import { subjectTexts } from "~/content/labels";
import { contentSubjects } from "~/content/subjects";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AsTask } from "~/lists/as-task";
import { listBefore, nothingChosen, readSelection } from "~/lists/bulk-request.server";
import { ChosenNames } from "~/lists/chosen-names";

export const handle = { i18n: ["content", "markdown", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { name, crumb, path, field, schema, bulkEdit, texts, selection } = await openBulkEdit(args);
  const { count, names } = await args.context.api.call(bulkEdit.call, { body: { field, selection, dryRun: true } });
  const choices = await referenceChoices(args.context, name);
  const rules = rulesOf({ set: schema });
  return { name, field, count, names, choices, rules, crumb, back: listBefore(args.request, path), title: texts(`set.${field}`) };
}

/** Sets the field to the same value in all selected records. */
export async function action(args: ActionFunctionArgs) {
  const { path, field, schema, bulkEdit, selection } = await openBulkEdit(args);
  return submit(args, schema, async (given) => {
    const body = { field, value: given[field] as string, selection, dryRun: false };
    const { changed, task } = await args.context.api.call(bulkEdit.call, { body });
    if (task) return { to: `/account/tasks/${task}` };
    return { to: listBefore(args.request, path), toast: { title: args.context.t("content:set.done", { count: changed }) } };
  });
}

export default function SetMany() {
  const { name, field, count, names, choices, back, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("content");
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{title}</h1>
      <p>{t("bulk.chosen", { count })}</p>
      <ChosenNames names={names} count={count} />
      <AsTask count={count} />
      <BulkEditForm
        field={contentSubjects[name].fields.find((one) => one.name === field)}
        texts={subjectTexts(name, useTranslate())}
        choices={choices}
        schema={async () => (await contentSubjects[name].api()).bulkEdit?.schemas[field] as never}
        answer={useActionData<typeof action>()}
        back={back}
      />
    </section>
  );
}

export const ErrorBoundary = OfficeError;

/** The request in the query; without selected rows, a redirect to the list. */
async function openBulkEdit(args: LoaderFunctionArgs) {
  const opened = await openSubject(args, "set");
  const selection = readSelection(args.request);
  const { bulkEdit } = opened.subjectApi;
  const field = bulkEdit?.fields.find((one) => one === new URL(args.request.url).searchParams.get("field"));
  const schema = field && bulkEdit?.schemas[field];
  if (!selection) throw nothingChosen(args, opened.path);
  if (!bulkEdit || !schema) throw redirect(opened.path);
  return { ...opened, bulkEdit, field, schema, selection };
}
