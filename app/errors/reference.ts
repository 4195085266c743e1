/** What people read out of an error page: the first eight signs of the id of the request, as 7F3A-02C9. The lines of the log have it too. */
export function referenceOf(requestId: string): string {
  const signs = requestId
    .replace(/[^\dA-Za-z]/g, "")
    .slice(0, 8)
    .toUpperCase();
  return signs.length > 4 ? `${signs.slice(0, 4)}-${signs.slice(4)}` : signs;
}
