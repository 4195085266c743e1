import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";

/** The bin of all content; its endpoints are among those of each subject (`backend/content/removal.ts`). */
export const deletedContents: Module = {
  personalData,
  retention,
  notPersonal: { "deleted_contents.deleted_by": "the last hand on a record of the charity; each act of a person is in audit_log" },
};
