import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { registrationLinksApi } from "#contract/accounts/registration-links";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { LinkBadge } from "./columns";
import { LinkActions } from "./link-actions";

export const handle = { i18n: ["registration-links"] } as const satisfies PageHandle;

export const meta = pageMeta;

const path = "/dashboard/admin/registration-links/{id}/view";
const states = ["active", "paused", "revoked"] as const;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const link = await args.context.api.call(registrationLinksApi.get, { params: { id: args.params.id ?? "" } }).catch(orNotFound);
  return { link, crumb: { label: link.label, to: `/dashboard/admin/registration-links/${link.id}/view` }, title: link.label };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  const wanted = (await args.request.formData()).get("to");
  const to = states.find((state) => state === wanted);
  if (to) {
    const { api, t } = args.context;
    try {
      await api.call(registrationLinksApi.setState, { params: { id }, body: { to } });
      flashToast(args.context, { title: t(`registration-links:done.${to}`) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
      flashRefusal(args.context, error.body.title);
    }
  }
  return redirect(`/dashboard/admin/registration-links/${id}/view`, 303);
}

export default function LinkView() {
  const { link } = useLoaderData<typeof loader>();
  const { t } = useTranslation("registration-links");
  const { role, team, uses, maxUses, expiresAt, status, skipApproval, guests } = link;
  return (
    <>
      <h1 className="office-title">{link.label}</h1>
      <Facts
        className="mt-4 mb-6 flex flex-wrap gap-x-8 gap-y-2"
        facts={[
          { label: t("column.status"), value: <LinkBadge status={status} label={t(`status.${status}`)} /> },
          { label: t("column.role"), value: skipApproval ? `${t(`role.${role}`)}, ${t("skips").toLowerCase()}` : t(`role.${role}`) },
          { label: t("column.team"), value: team ?? t("national") },
          { label: t("column.uses"), value: maxUses === null ? uses : t("uses", { uses, max: maxUses }) },
          { label: t("column.expiresAt"), value: expiresAt ? <LocalDate value={expiresAt} style="short" /> : "–" },
        ]}
      />
      <LinkActions status={status} />
      <Panel title={t("guests.title")}>
        {guests.length === 0 && <p className="muted">{t("guests.empty")}</p>}
        <ul className="grid gap-2">
          {guests.map(({ id, name, at, accepted }) => (
            <li key={id}>
              <b>{name}</b>, <LocalDate value={at} style="short" />
              {accepted && `, ${t("guests.accepted")}`}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
