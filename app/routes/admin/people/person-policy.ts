const donators = "/dashboard/admin/users/donators";

/** A donor's page stands under two addresses, and the one among the donors is the administration's alone. */
export function personPolicy(url: string) {
  const amongDonators = new URL(url).pathname.replace(/^\/en(?=\/)/, "").startsWith(`${donators}/`);
  return amongDonators ? (`${donators}/{id}/view` as const) : ("/dashboard/admin/users/{id}/view" as const);
}
