import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download, Plus } from "lucide";
import { useTranslation } from "react-i18next";
import { assembliesApi } from "#contract/charity/assemblies";
import { AssemblyDay, membershipsApi } from "#contract/charity/memberships";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { AssemblyBadge } from "./assemblies/assembly-badge";

const path = "/dashboard/admin/memberships/assembly";

export const handle = {
  i18n: ["memberships", "assemblies"],
  crumb: { label: "memberships:record.crumb", to: "/dashboard/admin/memberships" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const requested = AssemblyDay.safeParse({ day: new URL(args.request.url).searchParams.get("day") }).data;
  const query = requested ?? { day: franceDay(new Date()) };
  const [counted, { items }] = await Promise.all([api.call(membershipsApi.assembly, { query }), api.call(assembliesApi.list)]);
  return { ...counted, assemblies: items, title: t(`titles:${path}`) };
}

/** The general assemblies, and the sheet of one: for which day, and how many are in good standing then. */
export default function Assembly() {
  const { day, people, most, assemblies, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("memberships");
  const texts = useTranslation("assemblies").t;
  const { locale } = usePage();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="office-title">{title}</h1>
        <ButtonLink to="/dashboard/admin/memberships/assemblies/create">
          <Icon of={Plus} />
          {texts("list.create")}
        </ButtonLink>
      </div>
      <Panel title={texts("list.title")}>
        {assemblies.length === 0 && <p>{texts("list.none")}</p>}
        <ul className="rows">
          {assemblies.map((assembly) => (
            <li key={assembly.id}>
              <span className="min-w-0 flex-[1_1_16rem]">
                <Link to={`/dashboard/admin/memberships/assemblies/${assembly.id}`}>
                  <LocalizedText of={assembly.title} mark />
                </Link>
                <small className="muted block">
                  {writtenDay(locale, assembly.day)}, {assembly.place}
                </small>
              </span>
              <AssemblyBadge state={assembly.state} />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t("assembly.count", { count: people, date: writtenDay(locale, day) })}>
        <p className="mb-4 max-w-prose">{t("assembly.about")}</p>
        <form method="get" action={pathIn(locale, path)} className="mb-6 flex flex-wrap items-end gap-3">
          <label className="grid gap-1">
            <span className="font-semibold">{t("assembly.day")}</span>
            <input type="date" name="day" defaultValue={day} className="control" />
          </label>
          <button type="submit" className="btn btn-line">
            {t("assembly.show")}
          </button>
        </form>
        {people > most ? (
          <p>{t("assembly.tooMany", { most })}</p>
        ) : (
          <p>
            <a className="btn" href={`${pathIn(locale, `${path}.pdf`)}?day=${day}`} download>
              <Icon of={Download} />
              {t("assembly.send")}
            </a>
          </p>
        )}
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
