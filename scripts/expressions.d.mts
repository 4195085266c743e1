export type Expression = { place: string; pattern: string | null; flags: string };
export function expressionsIn(file: string, text: string): Expression[];
export function faultOf(expression: Expression): Promise<string | null>;
