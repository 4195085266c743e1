export type Expression = { place: string; pattern: string | null; flags: string };
export function expressionsIn(file: string, text: string): Expression[];
export type Finding = { status: string; checker?: string; complexity?: { summary: string }; attack?: { pattern: string; string: string } };
/** `ask` is the checker of one expression, replaced in tests. */
export function faultOf(
  expression: Expression,
  ask?: (pattern: string, flags: string, limits: object) => Promise<Finding>,
): Promise<string | null>;
