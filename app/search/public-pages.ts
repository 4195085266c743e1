import type { ProtectedPath } from "~/access/policies";

/** Pages of one address that search engines should find, with the kind of content whose newest change is also theirs. */
export const publicPages: { path: ProtectedPath; shows?: "article" }[] = [
  { path: "/", shows: "article" },
  { path: "/story" },
  { path: "/contact" },
  { path: "/donate" },
  { path: "/delivraide" },
  { path: "/dressed" },
  { path: "/euro-solidaire" },
  { path: "/press" },
  { path: "/partners" },
  { path: "/jobs" },
  { path: "/further-support" },
  { path: "/team" },
  { path: "/cgu" },
  { path: "/gdpr" },
  { path: "/accessibility" },
  { path: "/news", shows: "article" },
];
