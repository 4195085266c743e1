import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { loader } from "~/layouts/office/office-layout";
import { Tabs } from "~/ui/tabs";

/** The pages of a person's own settings share their head. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("account");
  const open = useRouteLoaderData<typeof loader>("layouts/office/office-layout")?.user?.open ?? [];
  const base = "/account/settings";
  return (
    <div className="grid max-w-3xl gap-5">
      <h1 className="office-title">{t("title")}</h1>
      <Tabs
        label={t("tabs.label")}
        tabs={[
          { to: open.includes(base) ? base : `${base}/profile`, label: t("tabs.identity") },
          ...(["shop", "needs", "volunteering", "driving"] as const)
            .map((page) => ({ to: `${base}/${page}` as const, label: t(`tabs.${page}`) }))
            .filter(({ to }) => open.includes(to)),
          { to: `${base}/notifications`, label: t("tabs.notifications") },
          { to: `${base}/sessions`, label: t("tabs.sessions") },
          { to: `${base}/password`, label: t("tabs.password") },
          { to: `${base}/privacy`, label: t("tabs.privacy") },
        ]}
      />
      {children}
    </div>
  );
}
