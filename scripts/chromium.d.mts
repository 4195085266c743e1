/** The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's own, or one installed now. */
export function findChromium(): string;
