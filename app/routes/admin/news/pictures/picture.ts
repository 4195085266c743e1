import type { LoaderFunctionArgs } from "@remix-run/node";
import { gate } from "~/access/gate.server";
import { fileAnswer } from "~/api/file-answer.server";

/** A picture in the text of an article, published or not, for those who write. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/news/pictures/{id}");
  const path = `/api/admin/article-pictures/${encodeURIComponent(args.params.id ?? "")}/file` as const;
  return fileAnswer(args.context, path, { cache: "private, max-age=300" });
}
