import * as z from "zod";
import { isLocalPath, isOutsideAddress } from "./addresses.ts";
import { contentApi } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { Localized, localizedField } from "./localized.ts";
import { roles } from "./roles.ts";

export const shortcutIcons = ["bike", "book", "calendar", "chat", "clock", "help", "kit", "link", "people", "phone"] as const;
const icon = z.enum(shortcutIcons);

/** Sites outside ours that a shortcut may lead to. */
const allowedHosts = ["www.service-public.fr", "www.etudiant.gouv.fr", "www.lescrous.fr", "www.caf.fr", "www.openstreetmap.org"];

const target = z
  .string()
  .trim()
  .max(500)
  .refine((text) => isLocalPath(text) || isAllowed(text), "content:error.target");

function isAllowed(text: string): boolean {
  if (!isOutsideAddress(text)) return false;
  const { protocol, hostname, port } = new URL(text);
  return protocol === "https:" && !port && allowedHosts.includes(hostname);
}

const shown = z.object({ items: z.array(z.object({ id: z.uuid(), label: Localized, icon, target: z.string() })) });

export const shortcutsApi = {
  admin: contentApi("/api/admin/shortcuts", {
    draft: z.object({
      label: localizedField(z.string().trim().min(1).max(60), z.string().trim().max(60)),
      icon,
      target,
      roles: z.array(z.enum(roles)).min(1),
    }),
    row: ["label", "icon", "target", "roles"],
    ordered: true,
  }),

  /** The shortcuts of one's own role. */
  mine: endpoint({ method: "GET", path: "/api/shortcuts", access: { roles }, response: shown }),

  /** Those of any role, with one that may not be on line yet. */
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
