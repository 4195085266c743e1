import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dashboardApi } from "#contract/dashboard";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { MembershipPanel, NewsPanel, TeamPanel } from "./around-panels";
import { NextAct } from "./next-act";
import { MyArticlesPanel, PublishingPanel } from "./writing-panels";

export const handle = { i18n: ["dashboard", "articles", "news"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await gate(args, "/dashboard");
  const overview = await args.context.api.call(dashboardApi.get);
  return { name: firstName, role, overview, now: new Date().toISOString(), title: args.context.t("titles:/dashboard") };
}

export default function Dashboard() {
  const { name, role, overview, now } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const { writing, membership, team, news } = overview;
  const waiting = writing?.toReview.length ?? 0;
  const date = formatDate(locale, now, "weekday");
  return (
    <>
      <div>
        <h1 className="office-title">{t("hello", { name })}</h1>
        <p className="muted mt-1 first-letter:uppercase">
          {waiting > 0 ? t("lead.review", { date, count: waiting }) : t("lead.quiet", { date })}
        </p>
      </div>
      <NextAct role={role} toReview={writing?.toReview ?? []} />
      <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr] lg:items-start">
        <div className="grid gap-5">
          {writing && <MyArticlesPanel articles={writing.mine} />}
          <NewsPanel articles={news} />
        </div>
        <div className="grid gap-5">
          {writing && role === "ADMIN" && <PublishingPanel writing={writing} />}
          {team && <TeamPanel team={team} />}
          {(membership || role === "VOLUNTEER" || role === "ADMIN") && <MembershipPanel membership={membership} />}
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
