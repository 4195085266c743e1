/** What travels beside the field that holds the id of a picture or a file: another to put in its place, and a tick to take it away. */
export function uploadParts(name: string): { file: string; remove: string } {
  return { file: `${name}-file`, remove: `${name}-remove` };
}
