import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { locales } from "#contract/formats/locale";
import { gate } from "~/access/gate.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { picturesNamedIn } from "~/subjects/articles/text-pictures.server";

const path = "/dashboard/markdown-preview";

/** `pictures` is sent for texts that may show some. */
const Written = z.object({ text: z.string().max(100_000), language: z.enum(locales), pictures: z.literal("yes").optional() });

/** Only a POST renders; a GET leads to the dashboard. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  return redirect("/dashboard");
}

/** A text as pages show it, for the preview beside a field. Nothing is stored. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const written = Written.safeParse(Object.fromEntries(await args.request.formData())).data;
  if (!written) return Response.json(null, { status: 400 });
  const { text, language: textLocale } = written;
  const pictures = written.pictures ? await picturesNamedIn(args.context, [text]) : [];
  const html = renderMarkdown(text, { textLocale, pageLocale: args.context.locale, pictures, office: true });
  return Response.json({ html }, { headers: { "cache-control": "no-store" } });
}
