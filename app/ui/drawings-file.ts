export const drawingsName = "/drawings.svg";

/** The URL of the file of all drawings, which is immutable for a build. */
export function drawingsFile(build: string): string {
  return `/builds/${build}${drawingsName}`;
}
