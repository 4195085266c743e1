const dataSuffix = ".data";

/** Whether a path is that of the routes which the framework's script discovers. */
export function isManifest(pathname: string): boolean {
  return pathname.endsWith("/__manifest");
}

/** Whether a path is that of a page's data, for the framework's script. */
export function isDataPath(pathname: string): boolean {
  return pathname.endsWith(dataSuffix);
}

/** The path of the page that a path of data belongs to; any other path as it is. */
export function pagePathOf(pathname: string): string {
  return isDataPath(pathname) ? pathname.slice(0, -dataSuffix.length) : pathname;
}

/** The path of a page's data. */
export function dataPathOf(pathname: string): string {
  return pathname + dataSuffix;
}

/** The last segment of the path of the home page's data. */
export const homeData = "_root";

/** Whether a URL asks for the data of one route, as the framework did before single fetch. */
export function isSingleRoute(url: URL): boolean {
  return url.searchParams.has("_data");
}
