import type { Translate } from "~/i18n/translate";
import type { Toast } from "~/toasts/toast";

/** The longest query of a list that fits into the message of a redirect, which is a cookie. */
const longestList = 800;

/** The part of a message that takes a deletion back; it stays long enough to be read and reached. `list` is the query of the list, to lead back to. */
export function undoOf(t: Translate, path: string, batch: string | null, list = ""): Pick<Toast, "actions" | "timeout"> {
  if (!batch) return {};
  return {
    timeout: 30_000,
    actions: [{ label: t("content:bin.restore"), to: restorePath(path, list), post: { name: "batch", value: batch } }],
  };
}

/** Where a deletion is taken back, which leads to the list with its query. */
export function restorePath(path: string, list: string): string {
  const bin = `${path}/bin`;
  return list === "" || list.length > longestList ? bin : `${bin}?${new URLSearchParams({ list })}`;
}
