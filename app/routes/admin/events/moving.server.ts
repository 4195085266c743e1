import type { ActionFunctionArgs } from "@remix-run/node";
import { moveRefusals, participantsApi } from "#contract/charity/event-participants";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";

/** Moves the chosen registrations, and says of those that stay why. */
export async function moveChosen({ context, params }: ActionFunctionArgs, form: FormData, ids: string[]): Promise<void> {
  const { api, t } = context;
  const body = { quotaId: String(form.get("quotaId")), selection: { ids } };
  try {
    const { changed, promoted, left } = await api.call(participantsApi.move, { params: { id: params.id ?? "" }, body });
    const reasons = moveRefusals
      .map((reason) => ({ reason, count: left.filter((one) => one.reason === reason).length }))
      .filter(({ count }) => count > 0);
    const messages = [
      ...(changed > 0 ? [t("events:move.done", { count: changed })] : []),
      ...(promoted > 0 ? [t("events:move.promoted", { count: promoted })] : []),
      ...reasons.map(({ reason, count }) => t(`events:move.left.${reason}`, { count })),
    ];
    flashToast(context, { title: messages.join(" "), color: changed > 0 ? undefined : "warning" });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) throw error;
    flashToast(context, { title: t(error.status === 409 ? "events:move.over" : "events:error.chooseQuota"), color: "danger" });
  }
}
