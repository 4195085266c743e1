/** Beginnings of answers that come back often; their words are in `chats.json`. */
export const cannedNames = ["received", "enrolment", "unreadable"] as const;
