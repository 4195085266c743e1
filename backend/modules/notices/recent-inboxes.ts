import { createRecentResults } from "#backend/http/recent-results";

/** The summaries of inboxes, which every page of the back-office shows. Changes of other records leave them; reading a notice clears them. */
export const recentInboxes = createRecentResults();
