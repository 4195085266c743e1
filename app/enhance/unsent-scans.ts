/** The name in the browser's storage under which is noted that scans at a door wait for a connection. */
export const unsentScans = "unsent-scans";
