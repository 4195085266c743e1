import type { LoaderFunctionArgs } from "@remix-run/node";
import type * as z from "zod";
import { locales } from "#contract/formats/locale";
import type { ContentApi } from "#contract/publishing/content";
import { textsFor } from "~/i18n/texts.server";
import { type openSubject, referenceChoices } from "../content-pages.server";
import { subjectTexts } from "../labels";
import type { ContentField } from "../subjects/subject";
import { type ContentTarget, targetLabel, targetsOf } from "../targets";
import type { ImportPage, Target } from "./target";

type Opened = Awaited<ReturnType<typeof openSubject>>;

/** The import of a subject of content: its columns are those of its files. Pictures and files cannot be imported. */
export async function contentImportPage(context: LoaderFunctionArgs["context"], opened: Opened): Promise<ImportPage> {
  const { name, subject, subjectApi, path } = opened;
  const targets = targetsOf(subject).map((target) => targetOf(opened, target));
  return {
    ...{ path, targets },
    api: subjectApi.imports,
    choices: await referenceChoices(context, name),
    about: subject.matched ? "support" : "content",
    created: "?status=draft",
    agreement: false,
  };
}

function targetOf({ name, subjectApi }: Opened, target: ContentTarget): Target {
  const { key, field, language } = target;
  const bare = locales.map((locale) => subjectTexts(name, textsFor(locale).t)(`field.${field.name}`));
  const short = language ? bare.map((label) => `${label} ${language}`) : [];
  return {
    ...target,
    needed: isNeeded(subjectApi, field, language),
    label: (t) => targetLabel(name, target, t),
    aliases: [key, ...short, ...(language === "en" ? [] : bare), field.name, ...(language === "en" ? [] : (field.aliases ?? []))],
    word: (value, t) => subjectTexts(name, t)(`choice.${field.name}.${value}`),
  };
}

/** Whether a record must have it. */
function isNeeded({ Draft }: ContentApi, { name }: ContentField, language?: "fr" | "en"): boolean {
  const schema = Draft.shape[name];
  if (!language) return !schema?.safeParse(undefined).success;
  return !(schema as z.ZodObject).shape[language]?.safeParse(undefined).success;
}
