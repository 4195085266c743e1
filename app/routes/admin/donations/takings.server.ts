import type { LoaderFunctionArgs } from "@remix-run/node";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { type FormRules, rulesOf } from "~/forms/rules.server";

type Path = "/dashboard/admin/donations/cash" | "/dashboard/admin/donations/cheques";

/** What a page with a list of slips or counts and the form of a new one loads. */
export async function loadTakings<List extends object>(
  args: LoaderFunctionArgs,
  path: Path,
  read: (api: LoaderFunctionArgs["context"]["api"]) => Promise<List>,
  forms: Parameters<typeof rulesOf>[0],
) {
  await gate(args, path);
  const { api, t } = args.context;
  const rules: FormRules = rulesOf(forms);
  return { ...(await read(api)), today: franceDay(new Date()), rules, submission: crypto.randomUUID(), title: t(`titles:${path}`) };
}
