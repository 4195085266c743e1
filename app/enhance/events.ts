/** Events by which the framework's pages tell the script what it cannot see by itself. */
export const routeChanged = "maillon:route";
export const toastsAdded = "maillon:toasts";
/** Fired on the document when the server runs another build than this page's. */
export const updateAvailable = "maillon:update";
