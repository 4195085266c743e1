/** Query parameter with the id of the previewed row. */
export const look = "look";

/** The id of a row's preview link, to which the focus returns. */
export const lookLink = (id: string) => `look-${id}`;
