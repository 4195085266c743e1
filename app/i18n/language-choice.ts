/** Query parameter of the language switch: the page's own URL plus the choice to store. */
export const languageChoice = "language";
