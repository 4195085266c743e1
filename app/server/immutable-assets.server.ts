/** `cache-control` of what belongs to a build: browsers keep it as long as that build answers, and not while one develops. */
export function lastingIn(buildId: string, requested: string | undefined): string {
  return import.meta.env.PROD && requested === buildId ? "public, max-age=31536000, immutable" : "no-store";
}
