import type { LoaderFunctionArgs } from "@remix-run/node";
import { storedFormsOf } from "~/forms/stored-form.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { SiteFrame } from "./site-layout";

export const handle = { shell: "site" } as const satisfies PageHandle;

/** Pages of people who are logged in have a mark, as those of the back-office. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (!/^\/(account|setup)\//.test(pathIn("fr", pathname)) || !(await context.session.user())) return {};
  return { storedForms: await storedFormsOf({ request, context }) };
}

/** Login, registration and pending pages: the public header, and nothing below the page. */
export default function NoFooterLayout() {
  return <SiteFrame footer={false} />;
}
