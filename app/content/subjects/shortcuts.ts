import { roles } from "#contract/roles";
import { shortcutIcons, shortcutsApi } from "#contract/shortcuts";
import { contentSubject } from "../subject";

export const shortcuts = contentSubject({
  api: shortcutsApi.admin,
  fields: [
    { name: "label", kind: "line", localized: true },
    { name: "icon", kind: "choice", values: shortcutIcons },
    { name: "target", kind: "line", hint: true },
    { name: "roles", kind: "choices", values: roles },
  ],
  columns: ["label", "icon", "target", "roles"],
});
