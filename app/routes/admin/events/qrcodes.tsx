import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Printer } from "lucide";
import { useTranslation } from "react-i18next";
import { DoorPersonDraft, eventCodesApi, type SheetFormat, SheetQuery, sheetFormats, sheetSizes } from "#contract/charity/check-ins";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot } from "~/lists/list-frame";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Pills } from "~/ui/pills";
import { CodesTable } from "./codes-table";
import { DoorPeople } from "./door-people";
import { EventTabs } from "./event-tabs";

const path = "/dashboard/admin/events/{id}/qrcodes";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["door", "events", "content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const { quotaId, page } = SheetQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const codes = await api.call(eventCodesApi.list, { params: { id: args.params.id ?? "" }, query: { quotaId, page } }).catch(orNotFound);
  return {
    codes,
    quotaId: codes.quotas.find(({ id }) => id === quotaId)?.id ?? null,
    submission: crypto.randomUUID(),
    rules: rulesOf({ doorPerson: DoorPersonDraft }),
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, codes.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Replaces codes, or changes who stands at the door. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `${list}/${params.id}/qrcodes${new URL(args.request.url).search}`;
  const form = await args.request.clone().formData();
  const intent = form.get("intent");
  if (intent !== "rotate" && intent !== "rotateAll" && intent !== "remove") {
    return submit(args, DoorPersonDraft, async (body) => {
      await api.call(eventCodesApi.addDoorPerson, { params, body });
      return { to: here, toast: { title: t("door:done.named") } };
    });
  }
  if (intent === "remove") {
    await api.call(eventCodesApi.removeDoorPerson, { params: { ...params, userId: String(form.get("userId")) } }).catch(orNotFound);
    flashToast(args.context, { title: t("door:done.unnamed") });
    return redirect(here, 303);
  }
  const ids = form.getAll("ids").map(String);
  if (intent === "rotate" && ids.length === 0) {
    flashToast(args.context, { title: t("events:done.chooseFirst"), color: "warning" });
    return redirect(here, 303);
  }
  const body = { registrationIds: intent === "rotate" ? ids : null };
  const { changed } = await api.call(eventCodesApi.rotate, { params, body }).catch(orNotFound);
  flashToast(args.context, { title: t("door:done.rotated", { count: changed }) });
  return redirect(here, 303);
}

export default function QrCodes() {
  const { codes, quotaId, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("door");
  const { locale } = usePage();
  const { event, items, total, quotas, doorPeople } = codes;
  const here = `${list}/${event.id}/qrcodes`;
  const file = (format: SheetFormat) => {
    // The part of a longer list that has the codes of this page.
    const page = String(Math.floor(((codes.page - 1) * codes.perPage) / sheetSizes[format]) + 1);
    return pathIn(locale, `${here}.pdf?${new URLSearchParams({ format, page, ...(quotaId && { quotaId }) })}`);
  };
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid gap-4">
          <p className="max-w-2xl">{t("codes.about")}</p>
          <p className="actions">
            {sheetFormats
              .filter((format) => format === "entrance" || items.length > 0)
              .map((format) => (
                <a key={format} className="btn btn-line" href={file(format)} download>
                  <Icon of={Printer} />
                  {t(`codes.${format}`)}
                </a>
              ))}
          </p>
          {quotas.length > 1 && (
            <Pills
              label={t("codes.filter")}
              links={[
                { to: here, label: t("codes.all"), current: quotaId === null },
                ...quotas.map(({ id, label }) => ({
                  to: `${here}?quotaId=${id}`,
                  label: readIn(locale, label).text,
                  current: quotaId === id,
                })),
              ]}
            />
          )}
          {items.length === 0 ? (
            <EmptyState drawing="door" text={t("codes.none")} />
          ) : (
            <>
              <CodesTable rows={items} total={total} unfiltered={quotaId === null} />
              <ListFoot page={codes} />
            </>
          )}
        </div>
        <DoorPeople people={doorPeople} answer={answer ?? undefined} submission={submission} />
      </div>
    </div>
  );
}

export const ErrorBoundary = OfficeError;
