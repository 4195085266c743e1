import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { MySector, MySectorDraft, MySectorEdit, mySectorsApi } from "#contract/charity/my-sectors";
import { gate } from "~/access/gate.server";
import { ContentConflict } from "~/content/content-conflict";
import { ContentForm } from "~/content/content-form";
import { contentSubjects } from "~/content/subjects";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/my-sectors/{id}/edit";
const list = "/dashboard/my-sectors";

export const handle = { i18n: ["sectors", "content", "markdown"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const sector = await api.call(mySectorsApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const own = Object.keys(MySectorDraft.shape);
  const rules = rulesOf({ record: MySectorEdit });
  return { sector, own, rules, submission: crypto.randomUUID(), title: `${sector.name} - ${t(`titles:${path}`)}` };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  return submit(
    args,
    MySectorEdit,
    async (body) => {
      await api.call(mySectorsApi.update, { params: { id }, body }).catch(orNotFound);
      return { to: `${list}/${id}`, toast: { title: t("content:done.saved") } };
    },
    { record: MySector },
  );
}

const schema = () => import("#contract/charity/my-sectors").then((own) => own.MySectorEdit);

/** The form for the fields of a sector that its manager may change. */
export default function EditMySector() {
  const { sector, own, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sectors");
  const theirs = answer?.current;
  const fields = contentSubjects.sectors.fields.filter(({ name }) => own.includes(name));
  const shared = { name: "sectors", choices: {} } as const;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{sector.name}</h1>
        <ButtonLink variant="line" to={`${list}/${sector.id}`}>
          {t("hours.sheet")}
        </ButtonLink>
      </div>
      {theirs && <ContentConflict {...shared} fields={fields} theirs={theirs} mine={answer?.result.initialValue ?? {}} />}
      <div className="record-page">
        <ContentForm
          {...shared}
          key={sector.version}
          part={{ fields, schema }}
          record={theirs ?? sector}
          answer={answer}
          submission={submission}
        />
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
