import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { redirectFor } from "#contract/accounts/access";
import { AnswersDraft, NoteDraft, ParticipantDraft, ParticipantsQuery, participantsApi } from "#contract/charity/event-participants";
import { eventQuestionsApi } from "#contract/charity/event-questions";
import { movableStatuses, participantActions, participantSteps } from "#contract/charity/participant-acts";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { choicesOf } from "~/lists/choices.server";
import { columnsOnScreen } from "~/lists/columns-shown";
import { ListFilters } from "~/lists/filters";
import { ListDisplay } from "~/lists/list-display";
import { ListFoot } from "~/lists/list-frame";
import { ListMenu } from "~/lists/list-menu";
import { withQuery } from "~/lists/list-request";
import { chooseAll } from "~/lists/select-all";
import { EmptyState } from "~/ui/empty-state";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { AddParticipantForm } from "./add-participant-form";
import { AnswerForm } from "./answer-form";
import { AnswersPanel } from "./answers-panel";
import { AttendanceLinks } from "./attendance-links";
import { EventTabs } from "./event-tabs";
import { MoveForm } from "./move-form";
import { moveChosen } from "./moving.server";
import { NoteForm } from "./note-form";
import { useParticipantFilters } from "./participant-filters";
import { ParticipantPills } from "./participant-pills";
import { hasAnswers, ParticipantsTable, participantColumns, unanswered } from "./participants-table";
import { QuotaBars } from "./quota-bars";

const path = "/dashboard/admin/events/{id}/participants";
const list = "/dashboard/admin/events";
/** The registration that the page offers to move. */
const moveParameter = "move";
/** The registration whose answers it offers to erase. */
const answersParameter = "answers";
/** The registration about which it offers to note something. */
const noteParameter = "note";

export const handle = { i18n: ["events", "event-questions", "door", "content", "documents", "lists"] } as const satisfies PageHandle;

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
    choices: choicesOf(ParticipantsQuery),
    search,
    chosen: new URLSearchParams(search).get(chooseAll),
    submission: crypto.randomUUID(),
    rules: rulesOf({ participant: ParticipantDraft, answers: AnswersDraft, note: NoteDraft }),
    exports: redirectFor(user, policies["/dashboard/admin/events/{id}/participants/export.csv"]) === null,
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, places.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Adds somebody, notes something about a registration, or moves one. Acts on several have a page of their own. */
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
  if (form.get("intent") === "note") {
    const registrationId = String(form.get("registrationId"));
    return submit(args, NoteDraft, async (body) => {
      await api.call(participantsApi.setNote, { params: { ...params, registrationId }, body });
      const to = `${list}/${params.id}/participants${withQuery(new URL(args.request.url).search, { [noteParameter]: null })}`;
      return { to, toast: { title: t("events:note.done") } };
    });
  }
  if (form.get("intent") === "move") {
    await moveChosen(args, String(form.get("quotaId")), { ids: form.getAll("ids").map(String) });
    return redirect(`${list}/${params.id}/participants${withQuery(new URL(args.request.url).search, { [moveParameter]: null })}`, 303);
  }
  return submit(args, ParticipantDraft, async (body) => {
    const { status } = await api.call(participantsApi.add, { params, body });
    return { to: here, toast: { title: t(status === "waiting" ? "events:done.addedWaiting" : "events:done.added") } };
  });
}

export default function Participants() {
  const { places, page, query, choices, search, chosen, submission, exports } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? undefined;
  const { t } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  const { event, quotas, questions, counts, rules } = places;
  const here = `${list}/${event.id}/participants`;
  const to = (change: Record<string, string | null>) => here + withQuery(search, { page: null, ...change });
  const over = event.cancelled || places.phase === "over";
  const named = (parameter: string) => page.items.find(({ id }) => id === new URLSearchParams(search).get(parameter));
  const [moved, answering, noted] = [named(moveParameter), named(answersParameter), named(noteParameter)];
  const person = movableStatuses.some((one) => one === moved?.status) ? moved : undefined;
  const open = answering ? unanswered(answering, questions) : [];
  const isOfOne = answer?.result.initialValue?.registrationId !== undefined;
  const [ofOne, ofNew] = isOfOne ? [answer, undefined] : [undefined, answer];
  const movesTo = quotas.length > 1 && !over ? quotas : [];
  const filters = useParticipantFilters({ query, choices, quotas });
  const withId = (parameter: string) => (id: string) => here + withQuery(search, { [parameter]: id });
  const columns = participantColumns(page.items, {
    questions,
    moveTo: movesTo.length > 0 ? withId(moveParameter) : undefined,
    noteOf: withId(noteParameter),
    answersOf: withId(answersParameter),
  });
  const shown = columnsOnScreen(columns, new URLSearchParams(search), { rows: page.items, t: translate, locale });
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
            <div className="flex items-start justify-between gap-3">
              <ParticipantPills counts={counts} query={query} to={to} />
              <ListMenu path={here} exports={exports} columns={<ListDisplay columns={columns} shown={shown} perPage={page.perPage} />} />
            </div>
            <ListFilters searchLabel={t("participants.search")} query={query} filters={filters} alsoRetained={["status"]} />
            {noted && (
              <NoteForm key={noted.id} person={noted} answer={ofOne} submission={submission} close={to({ [noteParameter]: null })} />
            )}
            {person && movesTo.length > 0 && <MoveForm person={person} quotas={movesTo} close={to({ [moveParameter]: null })} />}
            {answering && open.length > 0 && (
              <AnswerForm
                key={answering.id}
                person={answering}
                questions={open}
                answer={ofOne}
                submission={submission}
                close={to({ [answersParameter]: null })}
              />
            )}
            {answering && hasAnswers(answering) && <AnswersPanel person={answering} close={to({ [answersParameter]: null })} />}
            {page.items.length === 0 ? (
              <EmptyState drawing="door" text={t("participants.empty")} />
            ) : (
              <ParticipantsTable
                page={page}
                path={here}
                acts={acts}
                query={query}
                all={chosen === "all"}
                ticked={chosen === "page"}
                moves={movesTo.length > 0}
                columns={shown}
              />
            )}
            <ListFoot page={page} />
            {counts.confirmed && <AttendanceLinks eventId={event.id} asks={questions.length > 0} />}
          </div>
          <div className="grid gap-5">
            <Panel title={t("tabs.places")} link={{ to: `${list}/${event.id}/places`, label: t("participants.adjust") }}>
              <QuotaBars quotas={quotas} />
            </Panel>
            {/* The fields of the questions are on the page once. */}
            {!event.cancelled && event.status === "published" && open.length === 0 && (
              <AddParticipantForm quotas={quotas} questions={questions} answer={ofNew} submission={submission} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
