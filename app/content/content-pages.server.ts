import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import type { ReferenceChoices } from "./content-form";
import type { contentPages } from "./names";
import { contentSubjects, subjectAt } from "./subjects";
import { wordsOf } from "./words";

/** The subject of a content page, once the gate has let the person through. */
export async function openSubject(args: LoaderFunctionArgs, page: "" | (typeof contentPages)[number]) {
  const found = subjectAt(new URL(args.request.url).pathname);
  await gate(args, page ? `${found.path}/${page}` : found.path);
  const words = wordsOf(found.name, args.context.t);
  return { ...found, words, crumb: { label: words("list"), to: found.path } };
}

/** What the references of a subject's form choose from. */
export async function referenceChoices(
  { api }: LoaderFunctionArgs["context"],
  name: ReturnType<typeof subjectAt>["name"],
): Promise<ReferenceChoices> {
  const subjects = contentSubjects[name].fields.flatMap(({ of }) => of ?? []);
  const lists = await Promise.all(subjects.map(async (of) => [of, (await api.call(contentSubjects[of].api.choices)).items] as const));
  return Object.fromEntries(lists);
}
