/** Words that most leaked passwords begin with; the server has the whole list. */
const common =
  /mot ?de ?passe|password|passw0rd|az[ae]rty\w*|qwert[yz]\w*|bonjour|soleil|jetaime|i ?love ?you|admin\w*|welcome|chouchou|doudou|loulou|marseille|liverpool|maillon|maison|princess\w*|football|letmein|secret|dragon|monkey/g;

/**
 * An estimate of a password's strength: 0 too short, 1 easy to guess, 2 fair, 3 strong. A hint while typing; the server decides, and may refuse
 * what is rated strong here.
 */
export function strengthOf(typed: string, email = ""): 0 | 1 | 2 | 3 {
  if (typed.length < 12) return 0;
  let left = typed.slice(0, 64).toLowerCase();
  for (const own of email.toLowerCase().split(/[^\p{L}\d]+/u)) if (own.length > 2) left = left.replaceAll(own, "");
  left = left.replace(common, "~").replace(/(.{1,8}?)\1+/g, "$1");
  let count = 0;
  for (let at = 0; at < left.length; at += 1) {
    const step = left.charCodeAt(at) - left.charCodeAt(at - 1);
    if (Number.isNaN(step) || Math.abs(step) > 1) count += /\d/.test(left.charAt(at)) ? 0.5 : 1;
  }
  return count < 9 ? 1 : count < 14 ? 2 : 3;
}
