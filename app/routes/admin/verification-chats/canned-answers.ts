/** Frequent openings of answers; their texts are in `chats.json`. */
export const cannedNames = ["received", "enrolment", "unreadable"] as const;
