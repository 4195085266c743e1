import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { participantsApi } from "#contract/charity/event-participants";
import { type ActObstacle, type MoveRefusal, type ParticipantAction, participantActions } from "#contract/charity/participant-acts";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { chosenStep, listBefore } from "~/lists/bulk-request.server";
import { BulkPreview } from "~/subjects/tasks/bulk-preview";
import { Button, ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { MoveTarget } from "./move-form";
import { moveChosen } from "./moving.server";

const path = "/dashboard/admin/events/{id}/participants/bulk";

export const handle = { i18n: ["events", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

const steps = [...participantActions, "move"] as const;

function requestOf(args: LoaderFunctionArgs) {
  const params = { id: args.params.id ?? "" };
  const list = `/dashboard/admin/events/${params.id}/participants`;
  const quotaId = new URL(args.request.url).searchParams.get("quotaId");
  return { params, list, back: listBefore(args.request, list), quotaId, ...chosenStep(args, list, steps) };
}

const isAttendance = (step: ParticipantAction) => step === "attended" || step === "no_show";

/** Ends where the time of an act has passed, or has not come: the list says which. */
function refusedAt({ context }: LoaderFunctionArgs, step: (typeof steps)[number], back: string) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    const { t } = context;
    const isClosed = error.body.code === "event_closed";
    if (isClosed) flashRefusal(context, t("events:close.sealed"));
    else
      flashRefusal(context, step === "move" ? t("events:move.over") : t(isAttendance(step) ? "events:done.notBegun" : "events:done.begun"));
    throw redirect(back, 303);
  };
}

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const { params, list, back, step, selection, quotaId } = requestOf(args);
  const { event, quotas, rules } = await api.call(participantsApi.places, { params }).catch(orNotFound);
  const target = step === "move" ? quotas.find(({ id }) => id === quotaId) : undefined;
  const refused = refusedAt(args, step, back);
  const result =
    step !== "move"
      ? await api.call(participantsApi.act, { params, body: { action: step, selection, dryRun: true } }).catch(refused)
      : target
        ? await api.call(participantsApi.move, { params, body: { quotaId: target.id, selection, dryRun: true } }).catch(refused)
        : null;
  return {
    ...{ step, back, result, quotas, target },
    // Without hours to answer, a place is given and not offered.
    word: step === "promote" && rules?.offerHours === 0 ? ("give" as const) : step,
    crumb: { label: readIn(locale, event.title).text, to: list },
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const { params, back, step, selection, quotaId } = requestOf(args);
  if (step === "move") {
    const task = await moveChosen(args, quotaId ?? "", selection);
    return redirect(task ? `/account/tasks/${task}` : back, 303);
  }
  const body = { action: step, selection, dryRun: false };
  const { changed, leftCount, promoted, task } = await api.call(participantsApi.act, { params, body }).catch(refusedAt(args, step, back));
  if (task) return redirect(`/account/tasks/${task}`, 303);
  const messages = [
    t("events:done.changed", { count: changed }),
    ...(leftCount > 0 ? [t("events:done.unchanged", { count: leftCount })] : []),
    ...(promoted > 0 ? [t("events:move.promoted", { count: promoted })] : []),
  ];
  flashToast(args.context, { title: messages.join(" ") });
  return redirect(back, 303);
}

/** Which of the chosen registrations an act changes, and why others stay as they are. */
export default function ActOnParticipants() {
  const { step, word, back, result, target } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const { locale } = usePage();
  if (!result) return <ChooseTarget />;
  const count = result.changed;
  return (
    <BulkPreview
      result={result}
      title={
        word === "move"
          ? t("move.ask", { count, places: target ? readIn(locale, target.label).text : "" })
          : t(`act.ask.${word}`, { count })
      }
      obstacle={(code) => (step === "move" ? t(`move.obstacle.${code as MoveRefusal}`) : t(`act.obstacle.${code as ActObstacle}`))}
      submit={word === "move" ? t("move.submit") : t(`act.${word}`)}
      back={back}
    >
      <p>{t(step === "move" ? "move.means" : `act.means.${step}`)}</p>
    </BulkPreview>
  );
}

/** Asks where the chosen ones are moved to; the next page shows who. */
function ChooseTarget() {
  const { quotas, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation("events");
  const { t: lists } = useTranslation("lists");
  const { pathname, search } = useLocation();
  const { locale } = usePage();
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{t("move.where")}</h1>
      <form action={pathIn(locale, pathname)} className="grid w-full gap-4">
        {[...new URLSearchParams(search)].map(
          ([name, value]) => name !== "quotaId" && <input key={name + value} type="hidden" name={name} value={value} />,
        )}
        <MoveTarget id="move-chosen" quotas={quotas} />
        <p className="actions">
          <Button>{t("move.see")}</Button>
          <ButtonLink variant="line" to={back}>
            {lists("bulk.back")}
          </ButtonLink>
        </p>
      </form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;
