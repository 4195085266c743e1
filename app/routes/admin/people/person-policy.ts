const donators = "/dashboard/admin/users/donators";

/** A donor's page has two paths, and the one under donors is for administrators only. */
export function personPolicy(url: string) {
  const amongDonators = new URL(url).pathname.replace(/^\/en(?=\/)/, "").startsWith(`${donators}/`);
  return amongDonators ? (`${donators}/{id}/view` as const) : ("/dashboard/admin/users/{id}/view" as const);
}
