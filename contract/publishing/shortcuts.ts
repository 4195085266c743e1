import * as z from "zod";
import { permissions, roles } from "../accounts/roles.ts";
import { endpoint } from "../api/endpoint.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { isLocalPath, isOutsideUrl } from "../formats/urls.ts";
import { shortText } from "../formats/validation.ts";
import { contentApi } from "./content.ts";

export const shortcutIcons = ["bike", "book", "calendar", "chat", "clock", "help", "kit", "link", "people", "phone"] as const;
const icon = z.enum(shortcutIcons, "content:error.icon");

const target = shortText(500, "content:error.target").refine(
  (text) => isLocalPath(text) || outsideHost(text) !== null,
  "content:error.target",
);

/** The site outside ours that a shortcut leads to over https; null when it leads to none. The settings say which of them are allowed. */
export function outsideHost(target: string): string | null {
  if (!isOutsideUrl(target)) return null;
  const { protocol, hostname, port } = new URL(target);
  return protocol === "https:" && !port ? hostname : null;
}

const permission = z.enum(permissions);

const Shown = z.object({
  id: z.uuid(),
  label: Localized,
  icon,
  target: z.string(),
  /** The permission needed to see it, in addition to the role. */
  permission: permission.nullable(),
  openNew: z.boolean(),
});
const shown = z.object({ items: z.array(Shown) });

export const shortcutsApi = {
  admin: contentApi("/api/admin/shortcuts", {
    draft: z.object({
      label: localizedText("content:error.name", 60),
      icon,
      target,
      roles: z.array(z.enum(roles), "content:error.roles").min(1, "content:error.roles"),
      permission: permission.nullish(),
      openNew: z.boolean().default(false),
    }),
    row: ["label", "icon", "target", "roles"],
    filters: { roles: z.enum(roles).optional().catch(undefined) },
    ordered: true,
  }),

  /** The shortcuts for the user's role and permissions. */
  mine: endpoint({ method: "GET", path: "/api/shortcuts", access: { roles }, response: shown }),

  /** The shortcuts of any role and permission, with one that may be unpublished. */
  preview: endpoint({
    method: "GET",
    path: "/api/admin/shortcut-previews/:role",
    access: { roles: ["ADMIN"] },
    params: z.object({ role: z.enum(roles) }),
    query: z.object({ with: z.uuid().optional().catch(undefined) }),
    response: shown,
  }),
};
export type Shortcut = z.infer<typeof shortcutsApi.mine.response>["items"][number];
