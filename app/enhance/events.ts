/** Events with which hydrated pages notify this script. */
export const routeChanged = "maillon:route";
export const toastsAdded = "maillon:toasts";
/** Fired on the document when the server runs another build than this page's. */
export const updateAvailable = "maillon:update";
