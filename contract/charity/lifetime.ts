/** The end of a membership for life. */
export const lifetimeEnd = "9999-12-31";

export const isForLife = ({ endDate }: { endDate: string }) => endDate === lifetimeEnd;
