export type Patch = { name: string; version: string; file: string; replace: { from: string; to: string }[]; keep: string };

export const patches: Patch[];
