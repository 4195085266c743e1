import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isByProvider } from "#contract/giving/card-settings";
import { formatEuros } from "#contract/giving/money";
import { paymentsApi } from "#contract/giving/payments";
import { PledgeDonor as PledgeDonorFields } from "#contract/giving/pledge-donor";
import { PledgeStatus, PledgeProject as ProjectChoice, pledgesApi } from "#contract/giving/pledges";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { type FormAnswer, submit } from "~/forms/submission.server";
import type { Translate } from "~/i18n/translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { countryChoices } from "~/subjects/donations/countries.server";
import { PledgeBadge } from "~/subjects/donations/pledge-badge";
import { notifiedOf } from "~/subjects/notices/notified.server";
import { NotifiedPanel } from "~/subjects/notices/notified-panel";
import { usePage } from "~/ui/page-context";
import { projectsFor } from "../projects.server";
import { PledgeDonor } from "./pledge-donor";
import { PledgeFacts } from "./pledge-facts";
import { PledgePayments } from "./pledge-payments";
import { PledgeProject } from "./pledge-project";

const path = "/dashboard/admin/donations/pledges/{id}";

export const handle = {
  i18n: ["donate", "payments", "notified"],
  crumb: { label: "donate:pledge.crumb", to: "/dashboard/admin/donations/pledges" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const pledge = await args.context.api.call(pledgesApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const projects = await projectsFor(args.context, pledge.project);
  const { items: payments } = await args.context.api.call(paymentsApi.list, {
    query: { ...paymentsApi.list.query?.parse({}), pledgeId: pledge.id },
  });
  const countries = pledge.postal || pledge.mayAskReceipt ? await countryChoices(args.context) : [];
  return {
    pledge,
    payments,
    projects,
    countries,
    notified: await notifiedOf(args.context, pledge.id),
    rules: rulesOf({ donor: PledgeDonorFields }),
    title: `${pledge.reference} - ${args.context.t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const params = { id: args.params.id ?? "" };
  const form = await args.request.clone().formData();
  if (form.get("intent") === "donor") return correctDonor(args, params);
  if (form.has("projectId")) return chooseProject(args, params, form.get("projectId"));
  const status = PledgeStatus.safeParse(form.get("status")).data;
  if (!status) throw data(null, { status: 400 });
  const { api, t } = args.context;
  const toast = await api
    .call(pledgesApi.setStatus, { params, body: { status } })
    .then(() => ({ title: t("donate:pledge.changed") }), overtaken(t));
  flashToast(args.context, toast);
  return redirect(`/dashboard/admin/donations/pledges/${params.id}`, 303);
}

/** It changed while the page was open, or money came for it: the page shows its current state. */
const overtaken = (t: Translate) => (error: unknown) => {
  if (error instanceof ApiError && error.body.code === "has_payments")
    return { title: error.body.title ?? t("donate:pledge.overtaken"), icon: "warning", color: "warning" } as const;
  if (error instanceof ApiError && error.status === 409)
    return { title: t("donate:pledge.overtaken"), icon: "warning", color: "warning" } as const;
  return orNotFound(error);
};

export default function Pledge() {
  const { pledge, payments, projects, countries, notified } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const { t } = useTranslation("donate");
  const { locale } = usePage();
  // What came is taken back payment by payment.
  const mayCancel = pledge.rhythm === "monthly" || pledge.receivedCents <= 0;
  const isAwaited = pledge.status === "promised" || pledge.rhythm === "monthly";
  const mayReopen = !pledge.ended && (pledge.status === "cancelled" || pledge.receivedCents <= 0);
  return (
    <>
      <div>
        <h1 className="office-title">{`${pledge.name}, ${formatEuros(locale, pledge.amountCents)}`}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <PledgeBadge status={pledge.status} />
          <span className="muted">{pledge.reference}</span>
        </p>
      </div>
      <PledgeFacts pledge={pledge} />
      {(isAwaited || !isByProvider(pledge.method)) && (
        <p className="muted max-w-prose">{t(isByProvider(pledge.method) ? "pledge.helpCard" : "pledge.help")}</p>
      )}
      <Form className="actions">
        {pledge.status === "promised" ? (
          <>
            {!isByProvider(pledge.method) && (
              <Submit name="status" value="received">
                {t("pledge.receive")}
              </Submit>
            )}
            {mayCancel && (
              <Submit variant="danger" name="status" value="cancelled">
                {t("pledge.cancel")}
              </Submit>
            )}
          </>
        ) : (
          mayReopen && (
            <Submit variant="line" name="status" value="promised">
              {t("pledge.reopen")}
            </Submit>
          )
        )}
      </Form>
      <PledgePayments pledge={pledge} payments={payments} />
      <PledgeDonor pledge={pledge} countries={countries} answer={answer} />
      {projects.length > 0 && <PledgeProject current={pledge.project?.id} projects={projects} />}
      <NotifiedPanel notified={notified} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

/** What the gift has become meanwhile is refused with the form. */
function correctDonor(args: ActionFunctionArgs, params: { id: string }) {
  const { api, t } = args.context;
  return submit(args, PledgeDonorFields, async (body) => {
    await api.call(pledgesApi.setDonor, { params, body });
    return { to: `/dashboard/admin/donations/pledges/${params.id}`, toast: { title: t("donate:pledge.donor.saved") } };
  });
}

/** Allocates the pledge to a project, or to none. A project may have been deleted while the page was open. */
async function chooseProject({ context }: ActionFunctionArgs, params: { id: string }, chosen: FormDataEntryValue | null) {
  const body = ProjectChoice.safeParse({ projectId: chosen || null }).data;
  if (!body) throw data(null, { status: 400 });
  const toast = await context.api
    .call(pledgesApi.setProject, { params, body })
    .then(() => ({ title: context.t("donate:pledge.projectSaved") }), gone(context.t));
  flashToast(context, toast);
  return redirect(`/dashboard/admin/donations/pledges/${params.id}`, 303);
}

const gone = (t: Translate) => (error: unknown) => {
  if (error instanceof ApiError && error.status === 422)
    return { title: t("donate:pledge.projectGone"), icon: "warning", color: "warning" } as const;
  return orNotFound(error);
};
