/** The parts of a field's name, which the forms' library follows as a path. */
export const nameParts = (name: string) => name.split(/[.[\]]+/);

/**
 * Whether a part of a field's path may be followed: not the name of something that every object has, such as `toString`, which is called by
 * whoever compares the object; not a place so far into a list that the list alone takes seconds to make.
 */
export function isHarmless(part: string): boolean {
  return !(part in Object.prototype) && !/^\d{4,}$/.test(part);
}

/** The most parts of a name, more than any form of ours has. */
export const maxParts = 12;

/** Whether a field's name may be followed as a path. */
export function isHarmlessName(name: string): boolean {
  const parts = nameParts(name);
  return parts.length <= maxParts && parts.every(isHarmless);
}
