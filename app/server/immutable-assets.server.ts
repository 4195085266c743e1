/** `cache-control` of assets of a build: immutable, except in development. */
export function lastingIn(buildId: string, requested: string | undefined): string {
  return import.meta.env.PROD && requested === buildId ? "public, max-age=31536000, immutable" : "no-store";
}
