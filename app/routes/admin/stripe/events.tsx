import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check, Clock, type IconNode, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { cardPaymentsApi, type ProviderEventRow } from "#contract/giving/card-payments";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import type { Column } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const path = "/dashboard/admin/stripe-manage/events";

export const handle = {
  i18n: ["cards", "lists"],
  crumb: { label: "cards:title", to: "/dashboard/admin/stripe-manage" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, cardPaymentsApi.list);
  return { list, title: list.title };
}

/** Handles an event that failed once more. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = z.uuid().safeParse((await args.request.formData()).get("id")).data;
  if (!id) throw data(null, { status: 400 });
  const isReplayed = await api.call(cardPaymentsApi.replay, { params: { id } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) return false;
      return orNotFound(error);
    },
  );
  flashToast(args.context, isReplayed ? { title: t("cards:events.replayed") } : { title: t("cards:events.late"), color: "warning" });
  return redirect(`${path}?state=failed`, 303);
}

/** What the provider reported, the newest first. */
export default function ProviderEvents() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("cards");
  return (
    <ListPage
      list={list}
      texts="cards:events."
      columns={columns}
      filters={[choiceFilter("state", t("events.column.state"), list.query, list.choices.state, (value) => t(`events.states.${value}`))]}
    />
  );
}

export const ErrorBoundary = OfficeError;

const badges: Record<ProviderEventRow["state"], { meaning: BadgeMeaning; icon: IconNode }> = {
  received: { meaning: "warning", icon: Clock },
  handled: { meaning: "success", icon: Check },
  failed: { meaning: "danger", icon: TriangleAlert },
};

function StateBadge({ state }: { state: ProviderEventRow["state"] }) {
  const { t } = useTranslation("cards");
  return <Badge {...badges[state]}>{t(`events.states.${state}`)}</Badge>;
}

function Replay({ id }: { id: string }) {
  const { t } = useTranslation("cards");
  return (
    <Form action={path}>
      <Submit variant="line" small name="id" value={id}>
        {t("events.replay")}
      </Submit>
    </Form>
  );
}

const columns: Column<ProviderEventRow>[] = [
  { key: "type", header: (t) => t("cards:events.column.type"), value: ({ type }) => type },
  {
    key: "state",
    header: (t) => t("cards:events.column.state"),
    value: ({ state }, t) => t(`cards:events.states.${state}`),
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    key: "result",
    header: (t) => t("cards:events.column.result"),
    value: ({ result, reason }, t) => (result ? t(`cards:events.results.${result}`) : reason),
    card: "line",
  },
  {
    key: "receivedAt",
    header: (t) => t("cards:events.column.receivedAt"),
    value: ({ receivedAt }) => new Date(receivedAt),
    sortable: true,
    card: "line",
  },
  { key: "objectId", header: (t) => t("cards:events.column.objectId"), value: ({ objectId }) => objectId, card: "fact" },
  { key: "tries", header: (t) => t("cards:events.column.tries"), value: ({ tries }) => tries, numeric: true, hiddenByDefault: true },
  {
    key: "action",
    header: (t) => t("cards:events.column.action"),
    value: ({ state }, t) => (state === "failed" ? t("cards:events.replay") : null),
    cell: ({ id, state }) => (state === "failed" ? <Replay id={id} /> : null),
    alwaysShown: true,
    card: "fact",
  },
];
