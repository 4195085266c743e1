import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { dashboardApi } from "#contract/charity/dashboard";
import { shortcutsApi } from "#contract/publishing/shortcuts";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ShortcutsPanel } from "~/subjects/shortcuts/shortcuts-panel";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { followUpOf } from "./follow-up.server";
import { FollowUpPanel } from "./follow-up-panel";
import { unsaidOf } from "./missing-settings.server";
import { UnsaidPanel } from "./missing-settings-panel";
import { MembershipPanel, NewsPanel, SectorsPanel, TeamPanel } from "./news-and-sector-panels";
import { NextAct } from "./next-act";
import { MyArticlesPanel } from "./writing-panels";

export const handle = { i18n: ["dashboard", "articles", "news"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { firstName, role } = await gate(args, "/dashboard");
  const { api, settings, t } = args.context;
  const [overview, shortcuts] = await Promise.all([api.call(dashboardApi.get), api.call(shortcutsApi.mine)]);
  return {
    name: firstName,
    role,
    overview,
    shortcuts: shortcuts.items,
    unsaid: overview.unsaid && unsaidOf(overview.unsaid, settings.missing, t),
    now: new Date().toISOString(),
    followUp: followUpOf(overview, t),
    title: t("titles:/dashboard"),
  };
}

export default function Dashboard() {
  const { name, role, overview, shortcuts, unsaid, now, followUp } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const { writing, membership, team, sectors, news } = overview;
  const waiting = writing?.waiting ?? 0;
  const date = formatDate(locale, now, "weekday");
  return (
    <>
      <div>
        <h1 className="office-title">{t("hello", { name })}</h1>
        <p className="muted mt-1 first-letter:uppercase">
          {waiting > 0 ? t("lead.review", { date, count: waiting }) : t("lead.quiet", { date })}
        </p>
      </div>
      {unsaid && <UnsaidPanel unsaid={unsaid} />}
      <NextAct role={role} oldest={writing?.toReview[0]} waiting={waiting} />
      <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr] lg:items-start">
        <div className="grid gap-5">
          {writing && <MyArticlesPanel articles={writing.mine} />}
          <NewsPanel articles={news} />
        </div>
        <div className="grid gap-5">
          {followUp.length > 0 && <FollowUpPanel lines={followUp} />}
          <ShortcutsPanel title={t("shortcuts")} shortcuts={shortcuts} />
          {sectors.length > 0 && <SectorsPanel sectors={sectors} />}
          {team && <TeamPanel team={team} />}
          {(membership || role === "VOLUNTEER" || role === "ADMIN") && <MembershipPanel membership={membership} />}
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = OfficeError;
