import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { DuesOfLine, IgnoredLineForm, RecordedLineForm, statementsApi } from "#contract/giving/statements";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { Decision } from "./decision";
import { Lines } from "./lines";
import { usePeriod } from "./use-period";

const path = "/dashboard/admin/donations/statements/{id}";
const list = "/dashboard/admin/donations/statements";

export const handle = {
  i18n: ["statements", "payments", "donate"],
  crumb: { label: "statements:crumb", to: list },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const search = new URL(args.request.url).searchParams;
  const query = statementsApi.get.query?.parse(Object.fromEntries(search)) ?? {};
  const statement = await api.call(statementsApi.get, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return {
    statement,
    state: query.state ?? null,
    rules: rulesOf({ give: RecordedLineForm, ignore: IgnoredLineForm }),
    submissions: { give: crypto.randomUUID(), dues: crypto.randomUUID(), ignore: crypto.randomUUID(), undo: crypto.randomUUID() },
    title: `${statement.fileName} - ${t(`titles:${path}`)}`,
  };
}

const OfLine = z.object({ line: z.uuid(), intent: z.enum(["give", "dues", "ignore", "undo"]) });

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const chosen = OfLine.safeParse(Object.fromEntries(await args.request.clone().formData())).data;
  if (!chosen) throw data(null, { status: 400 });
  const params = { id: chosen.line };
  const to = `${list}/${args.params.id}`;
  /** Somebody else may have decided meanwhile, or returned the money: the page shows the present state. */
  const decided = (call: Promise<unknown>, done: string) =>
    call.then(() => ({ to, toast: { title: done } }), overtaken(to, t("statements:decide.overtaken")));
  if (chosen.intent === "give")
    return submit(args, RecordedLineForm, ({ secondAmount, ...body }) =>
      decided(api.call(statementsApi.give, { params, body: { ...body, secondCents: secondAmount } }), t("statements:decide.given")),
    );
  if (chosen.intent === "dues")
    return submit(args, DuesOfLine, (body) =>
      decided(api.call(statementsApi.dues, { params, body }), t("statements:decide.duesGiven")).catch((error: unknown) => {
        // The form is a button: it has no field that could show why.
        const [first] = error instanceof ApiError ? Object.values(error.body.fieldErrors ?? {}).flat() : [];
        if (!first) throw error;
        return { to, toast: { title: t(first as "payments:error.future"), icon: "warning", color: "warning" } as const };
      }),
    );
  if (chosen.intent === "ignore")
    return submit(args, IgnoredLineForm, (body) =>
      decided(api.call(statementsApi.ignore, { params, body }), t("statements:decide.setAside")),
    );
  return submit(args, z.object({ submission: z.uuid() }), (body) =>
    decided(api.call(statementsApi.undo, { params, body }), t("statements:decide.undone")),
  );
}

const overtaken = (to: string, changed: string) => (error: unknown) => {
  if (error instanceof ApiError && error.status === 409) {
    const title = (error.body.code === "line_returned" && error.body.title) || changed;
    return { to, toast: { title, icon: "warning", color: "warning" } as const };
  }
  return orNotFound(error);
};

/** The lines of a statement: what they were recorded as, and what the next one that waits may be for. */
export default function BankStatement() {
  const { statement, state, submissions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("statements");
  const { open, fileName, importedAt, importedBy, known, debits, reversed, unbooked } = statement;
  // Somebody else may have decided the line of the form meanwhile.
  const isOfLine = answer?.result.initialValue?.line === open?.id;
  const period = usePeriod();
  const leftOut = [
    known > 0 && t("statement.known", { count: known }),
    debits > 0 && t("statement.debits", { count: debits }),
    reversed > 0 && t("statement.reversed", { count: reversed }),
    unbooked > 0 && t("statement.unbooked", { count: unbooked }),
  ].filter(Boolean);
  return (
    <>
      <div>
        <h1 className="office-title">{period(statement)}</h1>
        <p className="muted mt-2 wrap-anywhere">
          {fileName}, <LocalDate value={importedAt} style="time" />
          {importedBy && `, ${t("list.by", { name: importedBy })}`}
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        {open && (
          <div className="lg:order-2">
            <Panel title={t("decide.title")}>
              <Decision key={submissions.give} line={open} submissions={submissions} answer={isOfLine ? answer : undefined} />
            </Panel>
          </div>
        )}
        <Panel title={t("statement.lines")}>
          <Lines statement={statement} state={state} submission={submissions.undo} />
          {leftOut.length > 0 && <p className="muted mt-4">{leftOut.join(" ")}</p>}
        </Panel>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
