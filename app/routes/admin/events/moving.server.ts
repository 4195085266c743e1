import type { ActionFunctionArgs } from "@remix-run/node";
import type { Selection } from "#contract/api/endpoint";
import { participantsApi } from "#contract/charity/event-participants";
import { moveRefusals } from "#contract/charity/participant-acts";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

/** Moves the chosen registrations, and says of those that stay why. Returns the task that does it where they are very many. */
export async function moveChosen({ context, params }: ActionFunctionArgs, quotaId: string, selection: Selection): Promise<string | null> {
  const { api, t } = context;
  try {
    const body = { quotaId, selection, dryRun: false };
    const { changed, promoted, left, task } = await api.call(participantsApi.move, { params: { id: params.id ?? "" }, body });
    if (task) return task;
    const reasons = moveRefusals
      .map((reason) => ({ reason, count: left.filter((one) => one.obstacle === reason).length }))
      .filter(({ count }) => count > 0);
    const messages = [
      ...(changed > 0 ? [t("events:move.done", { count: changed })] : []),
      ...(promoted > 0 ? [t("events:move.promoted", { count: promoted })] : []),
      ...reasons.map(({ reason, count }) => t(`events:move.left.${reason}`, { count })),
    ];
    flashToast(context, { title: messages.join(" "), color: changed > 0 ? undefined : "warning" });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return orNotFound(error);
    flashToast(context, { title: t(error.status === 409 ? "events:move.over" : "events:error.chooseQuota"), color: "danger" });
  }
  return null;
}
