import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { localeDetails } from "#contract/formats/locale";
import { PushSetUp } from "~/enhance/push/push-set-up";
import { languageChoice } from "~/i18n/language-choice";
import { pathIn } from "~/i18n/locale-of-path";
import { LogOutForm } from "~/layouts/log-out-form";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Popover } from "~/ui/popover";
import type { LayoutUser, MenuTasks } from "./office-layout";
import { TasksPanel } from "./tasks-panel";

type Props = { user: LayoutUser; avatar: string; tasks: MenuTasks; id: string; full?: boolean };

/** The person's own menu: the other language, the public site, and log-out. */
export function UserMenu({ user, avatar, tasks, id, full = false }: Props) {
  const { t } = useTranslation("dashboard");
  const { t: common } = useTranslation();
  const { locale } = usePage();
  const { pathname } = useLocation();
  const other = locale === "fr" ? "en" : "fr";
  const settings = (["/account/settings", "/account/settings/profile"] as const).find((page) => user.open.includes(page));
  return (
    <Popover
      id={`user-menu-${id}`}
      label={t("user.menu", { name: user.name })}
      buttonClass="flex items-center gap-3 rounded-link text-left leading-tight"
      button={
        <>
          <Avatar name={user.name} url={avatar} />
          {full && (
            <span>
              <strong className="block">{user.name}</strong>
              <small className="muted">{[common(`roles.${user.role}`), user.extraData.team].filter(Boolean).join(", ")}</small>
            </span>
          )}
        </>
      }
    >
      <ul className="grid gap-1">
        {settings && (
          <li>
            <Link className="menu-item" to={settings}>
              {t("user.settings")}
            </Link>
          </li>
        )}
        {user.open.includes("/account/membership") && (
          <li>
            <Link className="menu-item" to="/account/membership">
              {t("membership.open")}
            </Link>
          </li>
        )}
        {user.open.includes("/dashboard/tools") && (
          <li>
            <Link className="menu-item" to="/account/tasks">
              {tasks?.underWay ? t("user.tasksUnderWay", { count: tasks.underWay }) : t("user.tasks")}
            </Link>
            {tasks && <TasksPanel tasks={tasks} />}
          </li>
        )}
        <li>
          <a className="menu-item" href={`${pathIn(other, pathname)}?${languageChoice}=${other}`} lang={other} hrefLang={other}>
            {localeDetails[other].name}
          </a>
        </li>
        <li>
          <a className="menu-item" href={pathIn(locale, "/")}>
            {t("user.site")}
          </a>
        </li>
        <li>
          <LogOutForm person={user.id}>
            <Button variant="line" small className="w-full">
              {t("user.logout")}
            </Button>
          </LogOutForm>
        </li>
      </ul>
      <PushSetUp />
    </Popover>
  );
}
