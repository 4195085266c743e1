import { SiteFrame } from "./site-layout";

export const handle = { shell: "site" } as const;

/** Login, registration and pending pages: the public header, and nothing below the page. */
export default function NoFooterLayout() {
  return <SiteFrame footer={false} />;
}
