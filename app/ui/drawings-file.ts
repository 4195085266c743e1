export const drawingsName = "/drawings.svg";

/** Address of all drawings in one file, which browsers keep as long as the build. */
export function drawingsFile(build: string): string {
  return `/builds/${build}${drawingsName}`;
}
