/** The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's own, or one installed now. */
export function findChromium(): string;
/** The path of a Chromium without a window of its own, which opens a page in a third of the time; a whole one where there is none. */
export function findHeadlessShell(): string;
