/** What the server is started with, so that its memory stays low. */
export const serverFlags: string[];
export const serverEnvironment: Record<string, string>;
