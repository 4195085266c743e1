import { brokenConstraint } from "#backend/db/broken-constraint";
import { fieldRefusal, Refusal } from "#backend/refusal";

/** What the database holds, and which field says why it refused. */
const messages: Record<string, [field: string, message: string]> = {
  assembly_attendances_once: ["userId", "assemblies:error.once"],
  assembly_attendances_by_another: ["userId", "assemblies:error.oneself"],
  assembly_attendances_member: ["userId", "assemblies:error.member"],
  assembly_attendances_chain: ["userId", "assemblies:error.chain"],
  assembly_attendances_limit: ["userId", "assemblies:error.limit"],
  assembly_attendances_open: ["userId", "assemblies:error.notOpen"],
  assembly_resolutions_votes: ["inFavour", "assemblies:error.tooManyVotes"],
  assembly_resolutions_open: ["inFavour", "assemblies:error.notOpen"],
  assemblies_counted: ["state", "assemblies:error.uncounted"],
  assemblies_lapsed: ["state", "assemblies:error.lapsed"],
  assemblies_day: ["day", "assemblies:error.dayTaken"],
  assemblies_held: ["maxProxies", "assemblies:error.held"],
};

/** Makes a change, and says which rule of an assembly refuses it. */
export async function withinRules<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const broken = brokenConstraint(error) ?? "";
    const [field, message] = messages[broken] ?? [];
    if (field && message) throw fieldRefusal(field, message);
    if (/^assembl(?:ies|y)_.*(?:_in_order|_stay)$/.test(broken)) throw new Refusal("wrong_state");
    throw error;
  }
}
