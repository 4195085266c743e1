import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { eventRegistrationsApi, ownEventLists } from "#contract/charity/event-registrations";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot } from "~/lists/list-frame";
import { ComingRow } from "~/subjects/event-registrations/coming-row";
import { OfferBand } from "~/subjects/event-registrations/offer-band";
import { actOnOwn } from "~/subjects/event-registrations/own-act.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";

const path = "/dashboard/my-events";

export const handle = { i18n: ["events", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = new URL(args.request.url).searchParams;
  const which = ownEventLists.find((one) => one === query.get("which")) ?? "coming";
  const page = await api.call(eventRegistrationsApi.mine, { query: { which, page: query.get("page") ?? "1" } as never });
  return { page, which, title: t(`titles:${path}`) };
}

/** Answers an offered place; the event is named by a hidden field. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return actOnOwn(args, String((await args.request.clone().formData()).get("event") ?? ""), path);
}

export default function MyEvents() {
  const { page, which } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const offered = page.items.filter(({ mine }) => mine?.status === "offered");
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="office-title">{t("mine.title")}</h1>
        <ButtonLink to="/dashboard/events">{t("mine.find")}</ButtonLink>
      </div>
      {offered.map((event) => (
        <OfferBand key={event.id} event={event} />
      ))}
      <Pills
        label={t("mine.title")}
        links={[
          { to: path, label: t("mine.coming"), current: which === "coming" },
          { to: `${path}?which=past`, label: t("mine.past"), current: which === "past" },
        ]}
      />
      {page.items.length === 0 ? (
        <EmptyState drawing="door" text={t(`mine.empty.${which}`)} action={{ to: "/dashboard/events", label: t("mine.find") }} />
      ) : (
        <Panel title={t(`mine.${which}`)}>
          <ul className="rows">
            {page.items.map((event) => (
              <ComingRow key={event.id} event={event} />
            ))}
          </ul>
        </Panel>
      )}
      <ListFoot page={page} />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
