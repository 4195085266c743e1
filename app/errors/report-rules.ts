/** Page errors with status 300 to 499, both included, are not reported (section 8 of the specification). */
export function isReported(status: number): boolean {
  return status < 300 || status > 499;
}
