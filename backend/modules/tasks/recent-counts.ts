import { createRecentResults } from "#backend/http/recent-results";

/** How many tasks of a person are under way, which every page of the back-office shows. Cleared where a task starts or is cancelled. */
export const recentCounts = createRecentResults();
