/** The kind of donor in the path: a shop or a person. */
export function donorKind({ searchParams }: URL): "merchant" | "individual" | null {
  const wanted = searchParams.get("for");
  return wanted === "merchant" || wanted === "individual" ? wanted : null;
}
