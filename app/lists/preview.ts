/** Query parameter with the id of the previewed row. */
export const previewParameter = "look";

/** The id of a row's preview link, to which the focus returns. */
export const previewLinkId = (id: string) => `look-${id}`;
