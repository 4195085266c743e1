import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContentForm } from "~/content/content-form";
import { openSubject, referenceChoices } from "~/content/content-pages.server";
import { savePictures, submitContent } from "~/content/content-saving.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";

export const handle = { i18n: ["content"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { name, words, crumb } = await openSubject(args, "create");
  return { name, crumb, choices: await referenceChoices(args.context, name), submission: crypto.randomUUID(), title: words("create") };
}

export async function action(args: ActionFunctionArgs) {
  const { subject, path } = await openSubject(args, "create");
  const posted = await savePictures(args, subject);
  return submitContent(args, posted, subject.api.Draft, async (body) => {
    const { id } = await args.context.api.call(subject.api.create, { body });
    return { to: `${path}/${id}/edit`, toast: { title: args.context.t("content:done.created") } };
  });
}

export default function CreateContent() {
  const { name, choices, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="office-title">{title}</h1>
      <ContentForm name={name} choices={choices} answer={answer} submission={submission} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
