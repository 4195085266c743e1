/** The class of the link that is the title of a row of a public list. */
export const rowTitle = "text-ink no-underline hover:underline";
