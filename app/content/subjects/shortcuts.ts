import type { LoaderFunctionArgs } from "@remix-run/node";
import { Zap } from "lucide";
import { permissions, roles } from "#contract/accounts/roles";
import type { ContentRecord } from "#contract/publishing/content";
import { shortcutIcons } from "#contract/publishing/shortcuts";
import { ShortcutsPreview } from "~/subjects/shortcuts/preview";
import { contentPanel, contentSubject } from "./subject";

/** Of the role in the address, or the first that sees the record. */
const preview = {
  async load({ request, context: { api } }: LoaderFunctionArgs, record?: ContentRecord) {
    const requested = new URL(request.url).searchParams.get("preview");
    const role =
      roles.find((one) => one === requested) ?? roles.find((one) => (record?.roles as string[] | undefined)?.includes(one)) ?? "ADMIN";
    const { shortcutsApi } = await import("#contract/publishing/shortcuts");
    const { items } = await api.call(shortcutsApi.preview, { params: { role }, query: { with: record?.id } });
    return { role, shortcuts: items, unpublished: record !== undefined && record.status !== "published" };
  },
  Panel: ShortcutsPreview,
};

export const shortcuts = contentSubject({
  api: () => import("#contract/publishing/shortcuts").then(({ shortcutsApi }) => shortcutsApi.admin),
  tool: { name: "shortcuts", icon: Zap, family: "control" },
  fields: [
    { name: "label", kind: "line", localized: true },
    { name: "icon", kind: "choice", values: shortcutIcons },
    { name: "target", kind: "line", hint: true },
    { name: "roles", kind: "choices", values: roles },
    { name: "permission", kind: "choice", values: permissions, hint: true },
    { name: "openNew", kind: "flag", hint: true },
  ],
  groups: [
    { name: "what", fields: ["label", "icon", "target", "openNew"] },
    { name: "audience", fields: ["roles", "permission"] },
  ],
  columns: ["label", "target", "roles"],
  filters: ["roles"],
  panels: [contentPanel("underList", preview), contentPanel("besideForm", preview)],
});
