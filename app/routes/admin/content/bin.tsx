import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { typeset } from "#contract/formats/french-spaces";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import { BinQuery, type DeletedContent } from "#contract/publishing/content-bin";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { openSubject } from "~/content/content-pages.server";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";
import { Form, Submit } from "~/forms/form";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot } from "~/lists/list-frame";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { EmptyState } from "~/ui/empty-state";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Tabs } from "~/ui/tabs";

export const handle = { i18n: ["content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const { subjectApi, path, texts, crumb } = await openSubject(args, "bin");
  const query = readList(args.request, BinQuery);
  const page = withinPages(args.request, await args.context.api.call(subjectApi.bin, { query }));
  const requested = new URL(args.request.url).searchParams.get("ask");
  const title = args.context.t("content:bin.title");
  return { path, page, asks: page.items.find(({ id }) => id === requested) ?? null, list: texts("list"), crumb, title };
}

const Id = z.uuid();

/** Puts back one record (`id`) or all of one deletion (`batch`), or deletes one for good (`purge`). */
export async function action(args: ActionFunctionArgs) {
  const { subjectApi, path } = await openSubject(args, "bin");
  const { api, t } = args.context;
  const form = await args.request.formData();
  const given = (name: string) => Id.safeParse(form.get(name)).data;
  const [id, batch, purged] = [given("id"), given("batch"), given("purge")];
  const orGone = (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    flashRefusal(args.context, t("content:bin.gone"));
    throw redirect(`${path}/bin`, 303);
  };
  if (purged) {
    await api.call(subjectApi.purge, { params: { id: purged } }).catch(orGone);
    flashToast(args.context, { title: t("content:bin.purged") });
    return redirect(`${path}/bin`, 303);
  }
  const body = id ? { id } : batch ? { batch } : null;
  if (!body) throw data(null, { status: 400 });
  const result = await api.call(subjectApi.restore, { body }).catch(orGone);
  if (result.task) return redirect(`/account/tasks/${result.task}`, 303);
  if (result.refused > 0) return data(result, { status: 409 });
  flashToast(args.context, { title: t("content:bin.done", { count: result.restored }) });
  const list = new URLSearchParams(new URL(args.request.url).searchParams.get("list") ?? "");
  return redirect(list.size > 0 ? `${path}?${list}` : path, 303);
}

export default function Bin() {
  const { path, page, asks, list, title } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("content");
  const nameOf = useNames();
  const questionOf = useQuestion(path);
  if (asks)
    return (
      <>
        <h1 className="office-title">{title}</h1>
        <QuestionPanel question={questionOf(asks)} back={`${path}/bin`} />
      </>
    );
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1 max-w-prose">{t("bin.lead")}</p>
      </div>
      <Tabs
        label={t("bin.tabs")}
        tabs={[
          { to: path, label: list },
          { to: `${path}/bin`, label: title },
        ]}
      />
      {result && (
        <div className="error-summary" role="alert">
          {result.restored > 0 && <p>{t("bin.done", { count: result.restored })}</p>}
          <h2>{t("bin.refused", { count: result.refused })}</h2>
          <ul>
            {result.refusals.map(({ id, name, reason }) => (
              <li key={id}>
                <b>{nameOf(name)}</b> : {t(`bin.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {page.items.length === 0 ? (
        <EmptyState drawing="crate" text={t("bin.empty")} />
      ) : (
        <ul className="panel rows">
          {page.items.map((item) => (
            <BinEntry key={item.id} item={item} name={nameOf(item.name)} path={path} question={questionOf(item)} />
          ))}
        </ul>
      )}
      <ListFoot page={page} />
    </>
  );
}

type EntryProps = { item: DeletedContent; name: string; path: string; question: Question };

function BinEntry({ item: { id, deletedAt, deletedBy, purgedAt }, name, path, question }: EntryProps) {
  const { t } = useTranslation("content");
  return (
    <li className="wrap-anywhere">
      <div className="min-w-48 grow">
        <h2 className="text-base font-bold">{name}</h2>
        <p className="muted text-sm">
          {t("bin.deleted")} <LocalDate value={deletedAt} style="time" /> {deletedBy && t("bin.by", { name: deletedBy })}
          <br />
          {t("bin.until")} <LocalDate value={purgedAt} />.
        </p>
      </div>
      <div className="actions">
        <Form action={`${path}/bin`}>
          <Submit name="id" value={id} variant="line">
            {t("bin.restore")}
          </Submit>
        </Form>
        <QuestionLink dialog={`purge-${id}`} to={`${path}/bin?ask=${id}`} question={question} label={t("bin.purgeOf", { name })}>
          {t("bin.purge")}
        </QuestionLink>
      </div>
    </li>
  );
}

function useNames(): (name: Localized) => string {
  const { locale } = usePage();
  return (name) => {
    const { text, locale: written } = readIn(locale, name);
    return typeset(text, written);
  };
}

function useQuestion(path: string): (item: DeletedContent) => Question {
  const { t } = useTranslation("content");
  const nameOf = useNames();
  return ({ id, name }) => ({
    title: t("bin.ask.title", { name: nameOf(name) }),
    text: t("bin.ask.text"),
    confirm: t("bin.ask.confirm"),
    keep: t("bin.ask.keep"),
    action: `${path}/bin`,
    name: "purge",
    value: id,
  });
}

export const ErrorBoundary = OfficeError;
