/** `cache-control` of what belongs to a build: browsers keep it as long as that build answers, and not while one develops. */
export function lastingIn(buildId: string, asked: string | undefined): string {
  return import.meta.env.PROD && asked === buildId ? "public, max-age=31536000, immutable" : "no-store";
}
