import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { HoursDraft, teamHoursApi } from "#contract/team-hours";
import { sectorsApi } from "#contract/teams";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { OfficeError } from "~/errors/office-error";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { pageMeta } from "~/i18n/page-meta";
import { flashToast } from "~/toasts/flash.server";
import { ButtonLink } from "~/ui/button";
import { HoursForm } from "./hours-form";
import { HoursWeek } from "./hours-week";

const path = "/dashboard/admin/sectors/{id}/hours";
const list = "/dashboard/admin/sectors";

export const handle = { i18n: ["sectors", "teams"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { id, name, hours } = await api.call(sectorsApi.sheet, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  const crumb = { label: t("content:sectors.list"), to: list };
  return { id, name, hours, crumb, rules: rulesOf({ hours: HoursDraft }), title: `${name} - ${t(`titles:${path}`)}` };
}

/** Adds an opening to the week, or takes one off. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const to = `${list}/${params.id}/hours`;
  const hoursId = (await args.request.clone().formData()).get("remove");
  if (hoursId) {
    await api.call(teamHoursApi.remove, { params: { ...params, hoursId: String(hoursId) } }).catch(orNotFound);
    flashToast(args.context, { title: t("sectors:hours.removed") });
    return redirect(to, 303);
  }
  return submit(args, HoursDraft, async (body) => {
    await api.call(teamHoursApi.add, { params, body }).catch(orNotFound);
    return { to, toast: { title: t("sectors:hours.added") } };
  });
}

export default function Hours() {
  const { id, name, hours } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("sectors");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{t("hours.title", { name })}</h1>
        <ButtonLink look="line" to={`${list}/${id}/fiche`}>
          {t("hours.sheet")}
        </ButtonLink>
      </div>
      <HoursWeek hours={hours} />
      <HoursForm key={hours.length} answer={answer} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
