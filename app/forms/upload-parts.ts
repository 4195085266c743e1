/** The fields beside the one with the id of a picture or a file: an upload to replace it, and a checkbox to remove it. */
export function uploadParts(name: string): { file: string; remove: string } {
  return { file: `${name}-file`, remove: `${name}-remove` };
}
