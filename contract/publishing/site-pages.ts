import type { Access } from "../accounts/access.ts";

type SitePage = {
  path: `/${string}`;
  access: Access;
  /** Whether it leads elsewhere once somebody is logged in. */
  forVisitors?: true;
};

const staff: Access = { roles: ["ADMIN", "VOLUNTEER"] };
const helpedOrHelping: Access = { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY"] };
const everyone: Access = { roles: ["ADMIN", "VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] };

/** The pages of a fixed path that the search finds. Title, description and further words of each are in `found-pages.json`. */
export const sitePages: readonly SitePage[] = [
  { path: "/register/beneficiary", access: "public", forVisitors: true },
  { path: "/register/volunteer", access: "public", forVisitors: true },
  { path: "/register/donator", access: "public", forVisitors: true },
  { path: "/register", access: "public", forVisitors: true },
  { path: "/login", access: "public", forVisitors: true },
  { path: "/password/request", access: "public" },
  { path: "/donate", access: "public" },
  { path: "/donations/access", access: "public" },
  { path: "/further-support", access: "public" },
  { path: "/contact", access: "public" },
  { path: "/team", access: "public" },
  { path: "/jobs", access: "public" },
  { path: "/story", access: "public" },
  { path: "/delivraide", access: "public" },
  { path: "/dressed", access: "public" },
  { path: "/euro-solidaire", access: "public" },
  { path: "/news", access: "public" },
  { path: "/testimonials", access: "public" },
  { path: "/testimonials/send", access: "public" },
  { path: "/partners", access: "public" },
  { path: "/press", access: "public" },
  { path: "/cgu", access: "public" },
  { path: "/gdpr", access: "public" },
  { path: "/accessibility", access: "public" },
  { path: "/dashboard", access: everyone },
  { path: "/account/settings", access: helpedOrHelping },
  { path: "/account/settings/profile", access: { roles: ["DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] } },
  { path: "/account/settings/needs", access: { roles: ["BENEFICIARY"] } },
  { path: "/account/settings/shop", access: { roles: ["DONATOR_MERCHANT"] } },
  { path: "/account/settings/volunteering", access: staff },
  { path: "/account/settings/driving", access: staff },
  { path: "/account/settings/notifications", access: everyone },
  { path: "/account/settings/sessions", access: everyone },
  { path: "/account/settings/password", access: everyone },
  { path: "/account/settings/privacy", access: everyone },
  { path: "/dashboard/my-sectors", access: staff },
  { path: "/dashboard/tools", access: staff },
];
