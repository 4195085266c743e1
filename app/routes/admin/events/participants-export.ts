import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Participant, participantsApi } from "#contract/charity/event-participants";
import { eventQuestionsApi } from "#contract/charity/event-questions";
import { readIn } from "#contract/formats/localized-text";
import { orNotFound } from "~/errors/not-found.server";
import type { Column } from "~/lists/column";
import { exportOf } from "~/lists/export.server";
import { answerText } from "~/subjects/event-registrations/answer-text";

const columns: Column<Participant>[] = [
  { key: "name", header: (t) => t("events:participants.name"), value: ({ name }) => name },
  { key: "status", header: (t) => t("events:participants.status"), value: ({ status }, t) => t(`events:status.${status}`) },
  { key: "quota", header: (t) => t("events:participants.quota"), value: ({ quota }, _, locale) => readIn(locale, quota).text },
  { key: "partySize", header: (t) => t("events:participants.party"), value: ({ partySize }) => partySize },
  { key: "createdAt", header: (t) => t("events:participants.since"), value: ({ createdAt }) => new Date(createdAt) },
  { key: "guestEmail", header: (t) => t("events:participants.guestEmail"), value: ({ guestEmail }) => guestEmail },
  { key: "note", header: (t) => t("events:participants.note"), value: ({ note }) => note },
];

/** A column for each question of an event, also for an archived one that somebody answered. */
async function questionColumns({ context: { api, locale }, params }: LoaderFunctionArgs): Promise<Column<Participant>[]> {
  const { questions } = await api.call(eventQuestionsApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound);
  const shown = questions.filter(({ archived, answered }) => !archived || answered > 0);
  return shown.map(({ id, label }) => ({
    key: id,
    header: () => readIn(locale, label).text,
    value({ answers }, t, locale) {
      const given = answers.find(({ question }) => question === id);
      return given && !given.erased ? answerText(t, locale, given) : null;
    },
  }));
}

/** The registrations of an event as files, with what people answered to its questions. */
export const loader = exportOf({
  policy: "/dashboard/admin/events/{id}/participants/export.csv",
  list: participantsApi.list,
  columns: async (args) => [...columns, ...(await questionColumns(args))],
  file: "participants",
});
