import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Printer } from "lucide";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import {
  AnswersDraft,
  movableStatuses,
  ParticipantDraft,
  ParticipantsQuery,
  participantActions,
  participantSteps,
  participantsApi,
} from "#contract/charity/event-participants";
import { eventQuestionsApi } from "#contract/charity/event-questions";
import { registrationStatuses } from "#contract/charity/event-registrations";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { SearchForm } from "~/forms/search-form";
import { submit } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ListFoot } from "~/lists/list-frame";
import { ListMenu } from "~/lists/list-menu";
import { withQuery } from "~/lists/list-request";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";
import { AddParticipantForm } from "./add-participant-form";
import { AnswerForm } from "./answer-form";
import { AnswersPanel } from "./answers-panel";
import { EventTabs } from "./event-tabs";
import { MoveForm } from "./move-form";
import { moveChosen } from "./moving.server";
import { hasAnswers, ParticipantsTable, unanswered } from "./participants-table";
import { QuotaBars } from "./quota-bars";

const path = "/dashboard/admin/events/{id}/participants";
const list = "/dashboard/admin/events";
/** The registration that the page offers to move. */
const moveParameter = "move";
/** The registration whose answers it offers to erase. */
const answersParameter = "answers";

export const handle = { i18n: ["events", "event-questions", "door", "content", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { api, t, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const { search } = new URL(args.request.url);
  const query = ParticipantsQuery.parse(Object.fromEntries(new URLSearchParams(search)));
  const [places, page] = await Promise.all([
    api.call(participantsApi.places, { params }).catch(orNotFound),
    api.call(participantsApi.list, { params, query: query as never }).catch(orNotFound),
  ]);
  return {
    places,
    page,
    query,
    search,
    submission: crypto.randomUUID(),
    rules: rulesOf({ participant: ParticipantDraft, answers: AnswersDraft }),
    exports: redirectFor(user, policies["/dashboard/admin/events/{id}/participants/export.csv"]) === null,
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, places.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Adds somebody, moves the chosen registrations, or does one act on them. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const params = { id: args.params.id ?? "" };
  const here = `${list}/${params.id}/participants${new URL(args.request.url).search}`;
  const form = await args.request.clone().formData();
  if (form.has("eraseAnswer")) {
    const answer = { registrationId: String(form.get("registrationId")), question: String(form.get("eraseAnswer")) };
    await api.call(eventQuestionsApi.eraseAnswer, { params: { ...params, ...answer } }).catch(orNotFound);
    flashToast(args.context, { title: t("event-questions:erase.done") });
    return redirect(here, 303);
  }
  if (form.get("intent") === "answer") {
    const registrationId = String(form.get("registrationId"));
    return submit(args, AnswersDraft, async (body) => {
      await api.call(participantsApi.answer, { params: { ...params, registrationId }, body });
      return { to: here, toast: { title: t("event-questions:forSomebody.done") } };
    });
  }
  const act = participantActions.find((one) => one === form.get("intent"));
  const moves = form.get("intent") === "move";
  if (!act && !moves) {
    return submit(args, ParticipantDraft, async (body) => {
      const { status } = await api.call(participantsApi.add, { params, body });
      return { to: here, toast: { title: t(status === "waiting" ? "events:done.addedWaiting" : "events:done.added") } };
    });
  }
  const ids = form.getAll("ids").map(String);
  if (ids.length === 0) {
    flashToast(args.context, { title: t("events:done.chooseFirst"), color: "warning" });
    return redirect(here, 303);
  }
  if (!act) {
    await moveChosen(args, form, ids);
    return redirect(`${list}/${params.id}/participants${withQuery(new URL(args.request.url).search, { [moveParameter]: null })}`, 303);
  }
  try {
    const { changed, unchanged } = await api.call(participantsApi.act, { params, body: { action: act, selection: { ids } } });
    const messages = [
      t("events:done.changed", { count: changed }),
      ...(unchanged > 0 ? [t("events:done.unchanged", { count: unchanged })] : []),
    ];
    flashToast(args.context, { title: messages.join(" ") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    flashToast(args.context, {
      title: t(act === "attended" || act === "no_show" ? "events:done.notBegun" : "events:done.begun"),
      color: "danger",
    });
  }
  return redirect(here, 303);
}

export default function Participants() {
  const { places, page, query, search, submission, exports } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("events");
  const door = useTranslation("door").t;
  const { locale } = usePage();
  const { event, quotas, questions, counts, rules } = places;
  const here = `${list}/${event.id}/participants`;
  const to = (change: Record<string, string | null>) => here + withQuery(search, { page: null, ...change });
  const present = registrationStatuses.filter((status) => counts[status]);
  const over = event.cancelled || places.phase === "over";
  const moved = new URLSearchParams(search).get(moveParameter);
  const person = page.items.find(({ id, status }) => id === moved && movableStatuses.some((one) => one === status));
  const answering = page.items.find(({ id }) => id === new URLSearchParams(search).get(answersParameter));
  const open = answering ? unanswered(answering, questions) : [];
  const isOfAnswers = answer?.result.initialValue?.registrationId !== undefined;
  const movesTo = quotas.length > 1 && !over ? quotas : [];
  const acts = participantActions.filter((act) => participantSteps[act].some((status) => counts[status]));
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      {!rules ? (
        <EmptyState
          drawing="door"
          text={t("participants.none")}
          action={{ to: `${list}/${event.id}/places`, label: t("participants.open") }}
        />
      ) : (
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div className="grid gap-4">
            <div className="flex flex-wrap items-end justify-between gap-3">
              <SearchForm
                id="participants"
                action={here}
                label={t("participants.search")}
                button={t("coming.searchButton")}
                value={query.q}
              />
              {exports && <ListMenu path={here} exports />}
            </div>
            <Pills
              label={t("participants.filter")}
              links={[
                { to: to({ status: null }), label: t("participants.all"), current: !query.status },
                ...present.map((status) => ({
                  to: to({ status }),
                  label: `${t(`status.${status}`)} (${counts[status]})`,
                  current: query.status === status,
                })),
              ]}
            />
            {person && movesTo.length > 0 && <MoveForm person={person} quotas={movesTo} close={to({ [moveParameter]: null })} />}
            {answering && open.length > 0 && (
              <AnswerForm
                key={answering.id}
                person={answering}
                questions={open}
                answer={isOfAnswers ? (answer ?? undefined) : undefined}
                submission={submission}
                close={to({ [answersParameter]: null })}
              />
            )}
            {answering && hasAnswers(answering) && <AnswersPanel person={answering} close={to({ [answersParameter]: null })} />}
            {page.items.length === 0 ? (
              <EmptyState drawing="door" text={t("participants.empty")} />
            ) : (
              <ParticipantsTable
                rows={page.items}
                acts={acts}
                query={query}
                quotas={movesTo}
                questions={questions}
                moveTo={(id) => here + withQuery(search, { [moveParameter]: id })}
                answersOf={(id) => here + withQuery(search, { [answersParameter]: id })}
              />
            )}
            <ListFoot page={page} />
            {counts.confirmed && (
              <p className="actions">
                <a className="btn btn-line" href={pathIn(locale, `${list}/${event.id}/qrcodes.pdf?format=attendance`)} download>
                  <Icon of={Printer} />
                  {door("codes.attendance")}
                </a>
                {questions.length > 0 && (
                  <a
                    className="btn btn-line"
                    href={pathIn(locale, `${list}/${event.id}/qrcodes.pdf?format=attendance&answers=yes`)}
                    download
                  >
                    <Icon of={Printer} />
                    {t("participants.attendanceWithAnswers")}
                  </a>
                )}
              </p>
            )}
          </div>
          <div className="grid gap-5">
            <Panel title={t("tabs.places")} link={{ to: `${list}/${event.id}/places`, label: t("participants.adjust") }}>
              <QuotaBars quotas={quotas} />
            </Panel>
            {/* The fields of the questions are on the page once. */}
            {!event.cancelled && event.status === "published" && open.length === 0 && (
              <AddParticipantForm
                quotas={quotas}
                questions={questions}
                answer={isOfAnswers ? undefined : (answer ?? undefined)}
                submission={submission}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
