import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { draftOf, type RightsDraft, RightsForm, rightsApi } from "#contract/accounts/rights";
import { auditApi } from "#contract/law/audit";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, fieldsOf, readForm, submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AuditEntries } from "~/subjects/audit/entries";
import { withLabels } from "~/subjects/audit/lines";
import { StateBadge } from "~/subjects/people/badges";
import { Panel } from "~/ui/panel";
import { RightsEditor } from "./rights-editor";

const list = "/dashboard/admin/permissions";

export const handle = { i18n: ["rights", "people", "audit"], crumb: { label: "rights:title", to: list } } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, `${list}/{id}`);
  const { api, t, locale } = args.context;
  const id = args.params.id ?? "";
  const person = await api.call(rightsApi.get, { params: { id } }).catch(orNotFound);
  const query = { entityId: id, action: "user.rights", perPage: 20 };
  const { items } = await api.call(auditApi.list, { query: query as never });
  return {
    person,
    history: withLabels(items, t, locale),
    own: user.id === id,
    rules: rulesOf({ rights: RightsForm }),
    title: t(`titles:${list}/{id}`),
  };
}

type Answer = Partial<FormAnswer> & { review?: RightsDraft };

/** First shows the changes, then saves after confirmation. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, `${list}/{id}`);
  const form = await fieldsOf(args.request.clone());
  const submission = readForm(form, RightsForm);
  if (form.get("intent") === "review" && submission.status === "success") return data<Answer>({ review: draftOf(submission.value) });
  return submit(args, RightsForm, async (value) => {
    await args.context.api.call(rightsApi.save, { params: { id: args.params.id ?? "" }, body: draftOf(value) }).catch(orNotFound);
    return { to: `${list}/${args.params.id}`, toast: { title: args.context.t("rights:saved") } };
  });
}

/** One person's role and rights, and their history. */
export default function EditRights() {
  const { person, history, own } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { t } = useTranslation("rights");
  return (
    <>
      <div>
        <h1 className="office-title">{person.name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <StateBadge state={person.accountState} />
          <span className="muted">{[person.email, person.team].filter(Boolean).join(", ")}</span>
        </p>
      </div>
      {own ? (
        <p className="panel">{t("own")}</p>
      ) : (
        <RightsEditor
          key={JSON.stringify(answer ?? person)}
          person={person}
          review={answer?.review}
          answer={answer?.result && { result: answer.result }}
        />
      )}
      <Panel title={t("history")}>
        <AuditEntries rows={history} empty={t("noHistory")} />
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
