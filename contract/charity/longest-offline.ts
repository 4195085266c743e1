/** For how many hours a scan waits for a connection. */
export const longestOffline = 24;
