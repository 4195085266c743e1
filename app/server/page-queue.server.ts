import pLimit from "p-limit";

/** How many pages are rendered at once: enough to keep the database busy while one is being written. */
const atOnce = 6;
/** A page that takes longer waits for something outside this process: its slot is free for another then. */
const slotMilliseconds = 250;

/**
 * Renders pages in the order of their requests, a few at a time. Rendered at once, thirty pages would all finish at the end, each with its objects in
 * memory until then.
 */
export function createPageQueue() {
  const limit = pLimit(atOnce);
  return async (render: () => Promise<Response>): Promise<Response> => {
    let page: Promise<Response> | undefined;
    await limit(async () => {
      page = render();
      let timer: NodeJS.Timeout | undefined;
      const long = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, slotMilliseconds);
      });
      await Promise.race([page, long]).finally(() => clearTimeout(timer));
    });
    return page as Promise<Response>;
  };
}
