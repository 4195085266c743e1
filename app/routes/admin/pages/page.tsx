import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { type EditablePage, editablePages, PageTextsRecord, pageTextsApi } from "#contract/publishing/page-texts";
import { storedVersionField } from "~/access/form-origin";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { changedTexts, defaultTexts, postedTexts, wrongTexts } from "~/content/page-texts/page-texts.server";
import { rulesOf } from "~/forms/rules.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { PageTextsForm, textsFormId } from "./text-form";
import { PageTextsHead } from "./text-head";

const path = "/dashboard/admin/pages/{id}";

export const handle = { i18n: ["pages"], crumb: { label: "pages:crumb", to: "/dashboard/admin/pages" } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { page, language } = requestedPage(args);
  const record = await args.context.api.call(pageTextsApi.get, { params: { page } });
  const rules = rulesOf({ [textsFormId(language)]: z.object({}) });
  return { record, language, texts: defaultTexts(page, language), rules, title: args.context.t(`pages:name.${page}`) };
}

/** Saves the texts of one language; a text that is too long, an unknown variable and an edit conflict return the form with its values. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { page, language } = requestedPage(args);
  const form = await args.request.formData();
  const defaults = defaultTexts(page, language);
  const texts = changedTexts(postedTexts(form), defaults);
  const wrong = wrongTexts(texts, defaults);
  if (Object.keys(wrong).length > 0) return data({ texts, wrong, current: null }, { status: 400 });
  // A restored text was written over the stored version: one that came after it is a conflict.
  const body = { locale: language, texts, version: Number(form.get(storedVersionField) ?? form.get("version")) };
  try {
    await args.context.api.call(pageTextsApi.update, { params: { page }, body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const current = PageTextsRecord.safeParse(error.body.current).data ?? null;
    return data({ texts, wrong: {}, current }, { status: 409 });
  }
  flashToast(args.context, { title: args.context.t("pages:saved") });
  return redirect(`/dashboard/admin/pages/${page}?words=${language}`, 303);
}

export default function PageTextsPage() {
  const { record, language, texts, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageTextsHead title={title} record={record} language={language} conflict={!!answer?.current} />
      <PageTextsForm key={`${language} ${record.version}`} record={record} language={language} texts={texts} answer={answer} />
    </>
  );
}

function requestedPage({ params, request }: LoaderFunctionArgs): { page: EditablePage; language: "fr" | "en" } {
  const page = editablePages.find((one) => one === params.id);
  if (!page) throw data(null, { status: 404 });
  return { page, language: new URL(request.url).searchParams.get("words") === "en" ? "en" : "fr" };
}

export const ErrorBoundary = OfficeError;
