// What pages know of scans that wait, apart from the script that stores and sends them.

/**
 * How many scans wait in this browser; `page` is the door of the oldest. Once all were tried, `held` of these were refused for now by the server; null
 * while they are being sent.
 */
export type WaitingCount = { waiting: number; held: number | null; page: string | null };
/**
 * What became of the scans of a door that were sent later: `changed` is how many answers are others than those given without connection, `shown` the address
 * of the last one.
 */
export type SentScans = { page: string; admitted: number; refused: number; changed: number; shown: URL };

/** Fired on the document with a {@link WaitingCount}. */
export const scansCounted = "maillon:scans-counted";
/** Fired on the document with {@link SentScans} of each door, once what waited has been sent. */
export const scansSent = "maillon:scans-sent";

/** The name in the browser's storage under which is noted that scans at a door wait for a connection. */
export const unsentScans = "unsent-scans";
/** The name in the browser's storage of the time at which the last list of a door is to be deleted. */
export const doorListsUntil = "door-lists-until";
/** Fired on the document with the number of scans that were deleted, since the server takes them no more. */
export const scansExpired = "maillon:scans-expired";

/** Milliseconds between two tries. */
export const retryAfter = 20_000;

/** The page of a door without what it shows at the moment. */
export function pageOfDoor(href: string): string {
  const { pathname, searchParams } = new URL(href);
  const event = searchParams.get("event");
  return event ? `${pathname}?${new URLSearchParams({ event })}` : pathname;
}
