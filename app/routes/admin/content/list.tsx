import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Archive, PenLine, Send, SquarePen, Trash2 } from "lucide";
import { type ContentAction, moves } from "#contract/publishing/content";
import { textsKey } from "#contract/publishing/content-names";
import { contentColumns } from "~/content/columns";
import { useContentFilters } from "~/content/content-filters";
import { loadPanels, openSubject, ownFilterChoices, referenceChoices } from "~/content/content-pages.server";
import { loadPreview } from "~/content/content-preview.server";
import { subjectTexts } from "~/content/labels";
import { MoveButtons } from "~/content/move-buttons";
import { Panels } from "~/content/panels";
import { RecordPreview } from "~/content/record-preview";
import { contentSubjects } from "~/content/subjects";
import { orNotFound } from "~/errors/not-found.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { pageParameters } from "~/lists/list-request";

export const handle = { i18n: ["content", "lists", "audit"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { name, subject, subjectApi, path, user } = await openSubject(args, "");
  const list = await loadList(args, path, subjectApi.list);
  const previewed = await loadPreview(args, name, user);
  const [choices, ownChoices, panels] = await Promise.all([
    // The preview has every field, the list its columns and filters.
    referenceChoices(args.context, name, previewed ? undefined : [...subject.columns, ...(subject.filters ?? [])]),
    ownFilterChoices(args.context, subject),
    loadPanels(args, subject, ["overList", "underList"]),
  ]);
  const { ordered, counted, used, linked, bulkEdit } = subjectApi;
  return {
    isAdmin: user.role === "ADMIN",
    name,
    list,
    ordered,
    counted,
    used,
    linked,
    bulkEditable: bulkEdit?.fields ?? [],
    choices,
    ownChoices,
    panels,
    previewed,
    title: list.title,
  };
}

/** Moves a record up or down by one. */
export async function action(args: ActionFunctionArgs) {
  const { subjectApi, path } = await openSubject(args, "");
  const form = await args.request.formData();
  const to = moves.find((one) => one === form.get("to"));
  if (to) await args.context.api.call(subjectApi.move, { params: { id: String(form.get("id")) }, body: { to } }).catch(orNotFound);
  return redirect(path + new URL(args.request.url).search, 303);
}

export default function ContentList() {
  const { name, list, ordered, counted, used, linked, bulkEditable, choices, ownChoices, panels, previewed, isAdmin } =
    useLoaderData<typeof loader>();
  const subject = contentSubjects[name];
  const offered: readonly ContentAction[] = isAdmin ? actions : stepsOfEditors;
  const t = useTranslate();
  const texts = subjectTexts(name, t);
  const columns = contentColumns(name, subject, choices, { counted, used });
  return (
    <>
      <Panels subject={subject} at="overList" data={panels} />
      <ListPage
        list={list}
        title={texts("list")}
        texts={`content:${textsKey(name)}.`}
        columns={columns}
        ordered={ordered ? moveColumn(list, columns[0]) : undefined}
        filters={useContentFilters(name, list.query, { choices, ownChoices, linked })}
        create
        drawing={subject.drawing}
        exports
        imports={isAdmin}
        bin={isAdmin ? { to: `/dashboard/admin/${name}/bin`, label: t("content:bin.title") } : undefined}
        bulk={[
          ...offered.map((action) => ({
            name: action,
            label: t(`content:bulk.action.${action}`),
            icon: icons[action],
            labelFor: action === "published" ? (count: number) => t("content:bulk.confirm.published", { count }) : undefined,
          })),
          ...bulkEditable.map((field) => ({ name: `set:${field}`, label: texts(`set.${field}`), icon: SquarePen })),
        ]}
        previews
      >
        {previewed && <RecordPreview key={previewed.record.id} name={name} previewed={previewed} choices={choices} />}
      </ListPage>
      <Panels subject={subject} at="underList" data={panels} />
    </>
  );
}

const actions = ["published", "draft", "archived", "remove"] as const satisfies readonly ContentAction[];

/** Who edits some of the records of a subject deletes none. */
const stepsOfEditors = actions.filter((action) => action !== "remove");

const icons = { draft: PenLine, published: Send, archived: Archive, remove: Trash2 };

type Columns = ReturnType<typeof contentColumns>;

/** The first and last rows are known only when the list shows all: then their buttons are disabled. */
function moveColumn({ query, page }: ReturnType<typeof useLoaderData<typeof loader>>["list"], named: Columns[number] | undefined) {
  const whole = Object.entries(query).every(([name, value]) => ["sort", "order", "perPage", ...pageParameters].includes(name) || !value);
  const isFirst = page.previous === null || (page.previous === undefined && page.page === 1);
  const isLast = page.next === null || (page.next === undefined && page.page * page.perPage >= page.total);
  return {
    key: "position",
    header: (t) => t("content:column.position"),
    value: () => null,
    card: "corner",
    cell: (row, t, locale) => (
      <MoveButtons
        id={row.id}
        name={String(named?.value(row, t, locale) ?? "")}
        first={whole && isFirst && page.items[0]?.id === row.id}
        last={whole && isLast && page.items.at(-1)?.id === row.id}
      />
    ),
  } satisfies Columns[number];
}

export const ErrorBoundary = OfficeError;
