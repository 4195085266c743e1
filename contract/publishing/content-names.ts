import { internalContents, shownContents } from "../api/entity-types.ts";

const entityTypes = { ...shownContents, ...internalContents };

/** The subjects of content, whose back-office pages are made of the same parts, by the path of their list under `/dashboard/admin`. */
export type ContentName = keyof typeof entityTypes;
export const contentNames = Object.keys(entityTypes) as ContentName[];

/** The entity type of a subject's records. */
export const entityTypeOf = (name: ContentName) => entityTypes[name];

/** The subject whose records are of this entity type, if any. */
export const contentOfType = (entityType: string) => contentNames.find((name) => entityTypes[name] === entityType);

/** The subject's key in the namespace `content`. */
export const textsKey = (name: ContentName) => name.replace("/", "_");
