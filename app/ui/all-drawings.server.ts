import { groundSymbols } from "./cover-grounds";
import { symbolsOf } from "./drawing";
import { type DrawingName, drawings } from "./drawings";
import { logoSymbols } from "./logo";

/** All drawings and the logo, which some refer to, and the backgrounds of covers, as one file. */
export const allDrawings = `<svg xmlns="http://www.w3.org/2000/svg">${logoSymbols}${symbolsOf(Object.keys(drawings) as DrawingName[])}${groundSymbols}</svg>`;
