import { createRecentResults } from "#backend/http/recent-results";

/** The tasks of a person under way and their files, which every page of the back-office shows. Cleared where a task starts or is cancelled. */
export const recentCounts = createRecentResults();
