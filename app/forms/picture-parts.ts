/** What travels beside the field that holds a picture's id: a file to put in its place, and a tick to take it away. */
export function pictureParts(name: string): { file: string; remove: string } {
  return { file: `${name}-file`, remove: `${name}-remove` };
}
