import type { FoundKind } from "#contract/search";
import type { ProtectedPath } from "~/access/policies";

/** Pages of one address that search engines should find, with the kind of content whose newest change is also theirs. */
export const publicPages: { path: ProtectedPath; shows?: FoundKind }[] = [
  { path: "/", shows: "article" },
  { path: "/story" },
  { path: "/contact", shows: "question" },
  { path: "/donate" },
  { path: "/donations/access" },
  { path: "/delivraide" },
  { path: "/dressed" },
  { path: "/euro-solidaire" },
  { path: "/press", shows: "release" },
  { path: "/partners" },
  { path: "/jobs", shows: "job" },
  { path: "/further-support", shows: "support" },
  { path: "/team", shows: "team" },
  { path: "/cgu" },
  { path: "/gdpr" },
  { path: "/accessibility" },
  { path: "/news", shows: "article" },
];
