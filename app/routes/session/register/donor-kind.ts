import { type RegistrationKind, registrationKinds } from "#contract/accounts/registration-steps";

/** The kind of donor in the path: a shop or a person. */
export function donorKind({ searchParams }: URL): "merchant" | "individual" | null {
  const wanted = searchParams.get("for");
  return wanted === "merchant" || wanted === "individual" ? wanted : null;
}

/** The kind of registration in the path of a page that all kinds share. */
export function kindIn({ searchParams }: URL): RegistrationKind | undefined {
  return registrationKinds.find((kind) => kind === searchParams.get("for"));
}
