/**
 * What can be seen of a password while it is typed: 0 too short, 1 few different characters, 2 long enough, 3 long. It says nothing of how easily it is
 * guessed: only the server has the lists.
 */
export function lengthOf(typed: string): 0 | 1 | 2 | 3 {
  if (typed.length < 12) return 0;
  if (new Set(typed.toLowerCase()).size < 6) return 1;
  return typed.length < 20 ? 2 : 3;
}
