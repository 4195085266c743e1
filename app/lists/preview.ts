/** Query parameter that names the row of a list that is looked at beside it. */
export const look = "look";

/** The link of a row that opens it at the side: the focus comes back to it. */
export const lookLink = (id: string) => `look-${id}`;
