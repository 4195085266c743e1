import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { firstParts, organisationApi } from "#contract/charity/organisation";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { PartForm } from "~/subjects/organisation/part-form";
import { rulesOfPart, savePart } from "~/subjects/organisation/part-form.server";
import { ButtonLink } from "~/ui/button";
import { FormPage } from "../form-page";

const path = "/setup/organisation";

export const handle = { i18n: ["setup", "organisation"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

type FirstPart = (typeof firstParts)[number];

const partOf = ({ request }: LoaderFunctionArgs): FirstPart => {
  const requested = new URL(request.url).searchParams.get("part");
  return firstParts.find((one) => one === requested) ?? "identity";
};

/** The path after a part: the next part, or the next step. */
function afterPart(part: FirstPart): string {
  const next = firstParts[firstParts.indexOf(part) + 1];
  return next ? `${path}?part=${next}` : "/setup/sector";
}

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const part = partOf(args);
  const record = await args.context.api.call(organisationApi.get, { params: { part } });
  return {
    record,
    number: firstParts.indexOf(part) + 1,
    next: afterPart(part),
    rules: rulesOfPart(part),
    submission: crypto.randomUUID(),
    title: args.context.t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const part = partOf(args);
  return savePart(args, part, afterPart(part));
}

export default function SetupOrganisation() {
  const { record, number, next, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("setup");
  const { t: organisation } = useTranslation("organisation");
  return (
    <FormPage title={organisation(`part.${record.part}`)} lead={t("organisation.lead", { number, count: firstParts.length })}>
      <PartForm record={record} answer={answer} submission={submission} submit={t("saveAndGoOn")} className="mt-7">
        <ButtonLink to={next} variant="line">
          {t("later")}
        </ButtonLink>
      </PartForm>
    </FormPage>
  );
}
