/**
 * The header in which a web tier in another process names the request of a browser that its calls are made for. The backend reads it only from
 * callers that name the backend's secret, and what a browser sends under this name is never passed on.
 */
export const pageKeyHeader = "x-page-key";
