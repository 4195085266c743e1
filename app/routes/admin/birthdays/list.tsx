import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarDays } from "lucide";
import { useTranslation } from "react-i18next";
import { birthdaysApi, birthdayTimes } from "#contract/accounts/birthdays";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";
import { birthdayColumns } from "./columns";

const path = "/dashboard/admin/birthdays";

export const handle = { i18n: ["birthdays", "lists", "people"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, birthdaysApi.list);
  return { list, title: list.title };
}

/** Whose birthday it is today, this week or this month. */
export default function Birthdays() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("birthdays");
  const { locale } = usePage();
  const { when } = list.query;
  return (
    <ListPage
      list={list}
      texts="birthdays:"
      columns={birthdayColumns}
      note={
        <div className="grid gap-3">
          <p className="muted max-w-prose">{t("note")}</p>
          <p>
            <a
              className="inline-flex items-center gap-2 py-1 font-semibold"
              href={pathIn(locale, `${path}/calendar.ics?when=${when}`)}
              download
            >
              <Icon of={CalendarDays} />
              {t("calendar")}
            </a>
          </p>
        </div>
      }
    >
      <Pills
        label={t("when.label")}
        links={birthdayTimes.map((time) => ({
          to: time === "today" ? path : `${path}?when=${time}`,
          label: t(`when.${time}`),
          current: time === when,
        }))}
      />
    </ListPage>
  );
}

export const ErrorBoundary = OfficeError;
