import { typeset } from "#contract/formats/french-spaces";
import type { Read } from "#contract/formats/localized-text";

/** The title of a published document, as it is printed. */
export const printed = ({ text, locale }: Read) => typeset(text, locale);
