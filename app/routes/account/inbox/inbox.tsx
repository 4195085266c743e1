import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { InboxQuery, inboxApi, type Notice, unreadLabel } from "#contract/accounts/inbox";
import { franceDay } from "#contract/formats/france-time";
import { gate } from "~/access/gate.server";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { NoticeRow } from "~/layouts/office/notices/notice-row";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { useNow } from "~/ui/now";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";

const path = "/account/inbox";

export const handle = { i18n: ["account"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = InboxQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const page = await api.call(inboxApi.list, { query: { ...query, unread: query.unread ? "true" : undefined } });
  return { ...page, query, title: t(`titles:${path}`) };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const form = await args.request.formData();
  const id = form.get("id");
  if (form.get("intent") === "read" && typeof id === "string") {
    const notice = await api.call(inboxApi.read, { params: { id } }).catch(orNotFound);
    return redirectDocument(notice.path ?? path, 303);
  }
  await api.call(inboxApi.readAll);
  flashToast(args.context, { title: t("account:inbox.allMarked") });
  return redirect(path, 303);
}

export default function Inbox() {
  const { items, more, unread, query } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const last = items.at(-1);
  const shown = unreadLabel(unread);
  const older = new URLSearchParams({ ...(query.unread && { unread: "true" }), ...(last && { after: last.id }) });
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="office-title">{t("inbox.title")}</h1>
          {unread > 0 && (
            <Form>
              <Submit name="intent" value="readAll" variant="line">
                {t("inbox.markAll")}
              </Submit>
            </Form>
          )}
        </div>
        <Pills
          label={t("inbox.filter")}
          links={[
            { to: path, label: t("inbox.everything"), current: !query.unread },
            {
              to: `${path}?unread=true`,
              label: unread > 0 ? t("inbox.unreadCount", { shown }) : t("inbox.unread"),
              current: query.unread === true,
            },
          ]}
        />
        {items.length === 0 ? (
          <EmptyState drawing="letter" text={t(query.unread ? "inbox.noUnread" : "inbox.empty")} />
        ) : (
          <NoticeGroups items={items} />
        )}
        {(more || query.after) && (
          <p className="actions">
            {more && (
              <ButtonLink to={`${path}?${older}`} variant="line">
                {t("inbox.older")}
              </ButtonLink>
            )}
            {query.after && <Link to={query.unread ? `${path}?unread=true` : path}>{t("inbox.newest")}</Link>}
          </p>
        )}
      </div>
      <Panel title={t("inbox.channels.title")}>
        <p>{t("inbox.channels.text")}</p>
        <p className="mt-3">
          <Link to="/account/settings/notifications" className="font-semibold">
            {t("inbox.channels.choose")}
          </Link>
        </p>
      </Panel>
    </div>
  );
}

const dayLength = 24 * 60 * 60 * 1000;

/** Notices of today, of the last seven days, and older ones. */
function NoticeGroups({ items }: { items: Notice[] }) {
  const { t } = useTranslation("account");
  const now = useNow();
  const today = franceDay(now);
  const weekAgo = franceDay(new Date(now.getTime() - 7 * dayLength));
  const groupOf = (day: string) => (day >= today ? "today" : day > weekAgo ? "week" : "before");
  return (["today", "week", "before"] as const).map((group) => {
    const notices = items.filter(({ createdAt }) => groupOf(franceDay(new Date(createdAt))) === group);
    if (notices.length === 0) return null;
    return (
      <Panel key={group} title={t(`inbox.group.${group}`)}>
        <ul className="notices -my-4">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      </Panel>
    );
  });
}

export const ErrorBoundary = OfficeError;
