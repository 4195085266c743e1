/** The name of the constraint that a statement broke, wherever it is in the causes of the error. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    const { constraint } = at as { constraint?: unknown };
    if (typeof constraint === "string") return constraint;
  }
  return undefined;
}
