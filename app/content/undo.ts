import type { Translate } from "~/i18n/translate";
import type { Toast } from "~/toasts/toast";

/** The part of a message that takes a deletion back; it stays long enough to be read and reached. */
export function undoOf(t: Translate, path: string, batch: string | null): Pick<Toast, "actions" | "timeout"> {
  if (!batch) return {};
  return { timeout: 30_000, actions: [{ label: t("content:bin.undo"), to: `${path}/bin`, post: { name: "batch", value: batch } }] };
}
