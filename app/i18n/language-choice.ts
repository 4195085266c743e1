/** Query parameter of the language switch: the page's own address plus the choice to keep. */
export const languageChoice = "language";
