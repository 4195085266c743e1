/** The answers at a door after which somebody is where the scan says: in, or out. */
export const admittedAnswers = ["ok", "left", "already"] as const;
