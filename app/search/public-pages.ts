import type { ShownKind } from "#contract/publishing/search";
import type { PagePath } from "~/pages";

/** Public pages with a fixed path, with the entity types that they show: the last change of those is the page's. */
export const publicPages: { path: PagePath; shows: readonly ShownKind[] }[] = [
  { path: "/", shows: ["article", "testimonial", "event", "partner", "figures"] },
  { path: "/story", shows: ["story", "figures"] },
  { path: "/contact", shows: ["question", "team"] },
  { path: "/donate", shows: [] },
  { path: "/donations/access", shows: [] },
  { path: "/delivraide", shows: ["delivraide", "figures"] },
  { path: "/dressed", shows: ["dressed", "figures", "team"] },
  { path: "/euro-solidaire", shows: ["euro-solidaire", "partner"] },
  { path: "/press", shows: ["press", "figures"] },
  { path: "/partners", shows: ["partner"] },
  { path: "/jobs", shows: ["job"] },
  { path: "/testimonials", shows: ["testimonial"] },
  { path: "/testimonials/send", shows: [] },
  { path: "/further-support", shows: ["support"] },
  { path: "/team", shows: ["team", "portrait"] },
  { path: "/cgu", shows: ["cgu"] },
  { path: "/gdpr", shows: ["gdpr", "retention"] },
  { path: "/accessibility", shows: ["accessibility"] },
  { path: "/news", shows: ["article"] },
];
