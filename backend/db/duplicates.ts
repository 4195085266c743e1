/** Whether the database refused a row because another one already has its value. */
export function isDuplicate(error: unknown): boolean {
  const cause = ((error as { cause?: unknown })?.cause ?? error) as { code?: string } | undefined;
  return cause?.code === "23505";
}
