import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PersonRecord } from "#contract/accounts/people";
import { shownRecords } from "#contract/charity/person-records";
import { HoursQuery, hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import { hoursText } from "#contract/formats/hours";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { missionOf } from "~/subjects/hours/activity-text";
import { HoursBadge } from "~/subjects/hours/hours-badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/hours";
const list = "/dashboard/admin/volunteer-hours";

export const handle = { i18n: ["people", "hours"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const query = HoursQuery.parse({ userId: args.params.id, sort: "date", order: "desc", perPage: shownRecords });
  const { items, total } = await args.context.api.call(hoursAdminApi.list, { query });
  return { items, total, title: args.context.t(`titles:${path}`) };
}

/** The latest hours of a person, of those that the reader sees. */
export default function PersonHours() {
  const { id } = useOutletContext<PersonRecord>();
  const { items, total } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <Panel
      title={t("hours.title")}
      link={total > 0 ? { to: `${list}?userId=${id}&sort=date&order=desc`, label: t("hours.inList", { count: total }) } : undefined}
    >
      {items.length === 0 && <p className="muted">{t("hours.none")}</p>}
      <ul className="rows">
        {items.map((hours) => (
          <li key={hours.id}>
            <span className="min-w-0 flex-[1_1_14rem]">
              <Link to={`${list}/${hours.id}`} className="font-semibold">
                {missionOf(hours, translate, locale)}
              </Link>
              <small className="muted block">
                <LocalDate value={`${hours.date}T12:00:00Z`} style="full" />
              </small>
            </span>
            <HoursBadge status={hours.status} />
            <span className="tabular-nums">{hoursText(locale, hours.minutes)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
